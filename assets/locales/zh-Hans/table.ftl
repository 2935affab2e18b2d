# 一盘棋的消息：战帖、棋盘、终局。
# $name、$by、$to、$winner、$loser 是人名，已带格式。

person-nameless = 无名氏
person-unknown = 棋手 { $number }
person-forgotten = 已删除的棋手
admin-nameless = 管理员
player-ai = 电脑（{ $level }）
list-gap = {"、"}
sentence-gap = {""}

# 战帖

card-open = ⚔️ { $by } 想下斗兽棋，谁来应战？
card-directed = ⚔️ { $by } 邀请 { $to } 下一盘斗兽棋。
card-anybody = 大家
card-sides = { $sides ->
    [red] 🎲 { $by } 执红，先走。
    [blue] 🎲 { $by } 执蓝，后走。
    [first] 🎲 { $by } 先走。
    [second] 🎲 { $by } 后走。
    [lot-first] 🎲 抽签决定谁先走。
   *[lot] 🎲 抽签决定谁执红，红方先走。
}
card-expires = ⏳ 还有 { $hours } 小时有效。
card-withdrawn = { $by } 收回了向{ $to }发出的战帖。
card-declined = { $to } 这次不想和 { $by } 下。
card-expired = 没有人及时应战，{ $by } 的战帖已过期。发送 /challenge 可以再下一张。
card-voided = 管理员关闭了 { $by } 向{ $to }发出的战帖。

setup-line = 📜 规则：{ $preset }
setup-line-game = 🎲 玩法：{ $game }
setup-line-about = { $line }（{ $about }）
option-in-force = { $option }：{ $value }

button-join = ⚔️ 应战
button-accept = ⚔️ 应战
button-decline = ✖️ 谢绝
button-withdraw = ↩️ 收回战帖
button-sides = { $sides ->
    [red] 🎲 挑战者执红
    [blue] 🎲 挑战者执蓝
    [first] 🎲 挑战者先走
    [second] 🎲 挑战者后走
   *[lot] 🎲 抽签定先后
}
button-preset = 📜 { $preset }
button-game = 🎲 { $game }
card-games = 🎲 <b>下哪一种？</b>由挑战者选。
games-about = • <b>{ $game }</b>：{ $about }

# 棋盘

board-superseded = ⬇️ 棋局已经往下走，新棋盘在下面。
board-side = { $mark } { $side }：{ $name }
board-one-phone = 📱 两人同机：🔴 红方对 🔷 蓝方
side-named = { $mark } { $name }
side-alone = { $mark } <b>{ $side }</b>

board-turn = 👉 { $mark } { $name }，该你走了。
board-turn-one-phone = 👉 轮到 { $mark } <b>{ $side }</b>，请把手机递过去。
board-turn-ai = 👉 轮到 { $name } 走。
board-thinking = 🤔 { $name } 正在思考……
board-put-which = 👇 请选一枚放上棋盘。
board-put-where = { $emoji } { $animal }：放在哪里？
board-where-to = { $emoji } { $square } 的{ $animal }走到哪里？
board-caution = ⚠️ { $words }
board-really-resign = 🏳️ { $name }，真的认输吗？请确认，也可以继续下。

offer-draw = 🤝 { $name } 提议和棋。{ $to }，同意吗？
offer-takeback = ↩️ { $name } 想悔一步棋。{ $to }，同意吗？
offer-takeback-one = ↩️ { $name } 想悔棋：{ $move }。{ $to }，同意吗？
offer-takeback-two = ↩️ { $name } 想悔棋：{ $move }，以及对方的{ $reply }。{ $to }，同意吗？
offer-rematch = 🔁 { $name } 想换边再来一盘。{ $to }，来吗？

news-declined = { $kind ->
    [draw] { $name } 不同意和棋，继续下。
    [takeback] { $name } 不同意悔棋。
   *[rematch] { $name } 暂时不想再来一盘。
}
news-retracted = { $kind ->
    [draw] { $name } 收回了和棋提议。
    [takeback] { $name } 不悔棋了。
   *[rematch] { $name } 收回了再来一盘的提议。
}
news-taken-back = ↩️ 退回了 { $plies } 步。

# 刚走的一步

told-go = { $mark } { $animal } { $from } { $how ->
    [jump] 跳到
    [leap] 跃到
    [sweep] 连跳到
    [rub] 蹭到
    [swim] 游到
   *[step] 走到
} { $to }{ $into ->
    [trap] ，进了陷阱
   *[open] {""}
}。
told-take = { $mark } { $animal } { $from } { $how ->
    [jump] 跳到
    [leap] 跃到
    [sweep] 连跳到
    [rub] 蹭到
    [swim] 游到
   *[step] 走到
} { $to }{ $into ->
    [trap] {" "}的陷阱
   *[open] {""}
}，吃掉了{ $taken }。
told-trade = { $mark } { $animal } { $from } { $how ->
    [jump] 跳到
    [leap] 跃到
    [sweep] 连跳到
    [rub] 蹭到
    [swim] 游到
   *[step] 走到
} { $to }，与{ $taken }同归于尽。
told-fall = { $mark } { $animal } { $from } { $how ->
    [jump] 跳向
    [leap] 跃向
    [swim] 游向
   *[step] 走向
} { $to }，反被吃掉。
told-den = { $mark } { $animal } { $from } 走进了 { $to } 的兽穴！

told-flip = { $mark } 翻开 { $to }：{ $piece }。
told-drop = { $mark } { $animal } 放到 { $to }。
told-swap = { $mark } { $animal } { $from } 与 { $to } 的同类兑掉。
told-strike = { $mark } { $animal } { $from } 攻击 { $to } 的{ $target }（−{ $points }），遭到还击（−{ $back }）。
told-strike-lost = { $mark } { $animal } { $from } 攻击 { $to } 的{ $target }（−{ $points }），被还击摧毁。
told-destroy = { $mark } { $animal } { $from } 摧毁了 { $to } 的{ $taken }，占了它的格子。
told-strengthen = { $mark } { $animal } { $to } { $kind ->
    [attacker] 蓄力：下次攻击伤害加倍
    [guardian] 举盾：防御 +2，到己方下回合为止
   *[universal] 举盾：防御 +1，到己方下回合为止
}。
told-mend = { $mark } { $animal } { $to } 修理自己（+{ $points }）。
told-repair = { $mark } { $animal } { $from } 修理 { $to } 的{ $target }（+{ $points }）。

told-brief = { $animal } { $from }–{ $to }
told-brief-there = { $animal } { $to }

# 选棋

pick-animal = { $emoji } { $animal } { $square }
pick-go = { $how ->
    [jump] { $arrow } { $square } 跳
    [leap] { $arrow } { $square }
    [sweep] { $arrow } { $square } 连跳
   *[step] { $arrow } { $square }
}{ $into ->
    [trap] {" "}进陷阱
   *[open] {""}
}
pick-take = { $how ->
    [jump] { $arrow } { $square } 跳吃 { $taken }
    [sweep] { $arrow } { $square } 全部吃光
    [rub] { $arrow } { $square } 蹭吃 { $taken }
   *[step] { $arrow } { $square } 吃 { $taken }
}{ $into ->
    [trap] ，进陷阱
   *[open] {""}
}
pick-trade = { $arrow } { $square } 同归于尽 { $taken }
pick-fall = { $arrow } { $square } 反被吃掉
pick-den = { $arrow } { $square } 进兽穴！
pick-in-hand = { $emoji } { $animal }
pick-put = 🟢 { $square }
pick-strike = { $arrow } { $square } { $target } −{ $points }，己 −{ $back }
pick-strike-lost = { $arrow } { $square } { $target } −{ $points }，反被摧毁
pick-destroy = { $arrow } { $square } 💥 { $taken }
pick-strengthen = { $kind ->
    [attacker] 💪 下次攻击 ×2
    [guardian] 💪 防御 +2
   *[universal] 💪 防御 +1
}
pick-repair = 🔧 { $target } { $square } +{ $points }
pick-forbidden = { $how ->
    [strengthen] ✕ 💪
    [repair] ✕ 🔧 { $square }
   *[go] ✕ { $arrow } { $square }
}

button-back = ‹ 返回
button-sure = ⚠️ 还是要走
button-draw = 🤝 提和
button-takeback = ↩️ 悔棋
button-resign = 🏳️ 认输
button-really-resign = 🏳️ 真的认输？
button-keep-playing = 继续下
button-accept-draw = 🤝 同意和棋
button-decline-draw = ✖️ 不和
button-accept-takeback = ↩️ 同意悔棋
button-decline-takeback = ✖️ 不许悔棋
button-retract-draw = 🤝 不提和了
button-retract-takeback = ↩️ 不悔棋了
button-rematch = 🔁 再来一盘
button-accept-rematch = 🔁 好，再来一盘
button-decline-rematch = ✖️ 不来了
button-retract-rematch = 🔁 收回提议

# 终局

end-den = 🏆 { $winner } 获胜：攻入对方兽穴！
end-captured = { $outcome ->
    [draw] 🤝 和棋：双方最后的棋子同归于尽。
   *[win] 🏆 { $winner } 获胜：{ $game ->
        [mecha] { $loser } 的机甲全被摧毁
        [pet] { $loser } 只剩一枚棋
        [primitive] { $loser } 至多只剩一枚棋
       *[other] { $loser } 的棋子被吃光了
    }。
}
end-blocked = 🏆 { $winner } 获胜：{ $loser } 无棋可走。
end-violation = 🏆 { $winner } 获胜：{ $loser } 反复走动，按规则已无棋可走。
end-cycle = { $outcome ->
    [draw] 🤝 和棋：同一局面出现了三次。
   *[win] 🏆 { $winner } 获胜：循环局面下 { $loser } 应当变着而没有变。
}
end-quiet = 🤝 和棋：双方太久没有吃子。
end-king = { $outcome ->
    [draw] 🤝 和棋：两个兽王同归于尽。
   *[win] 🏆 { $winner } 获胜：{ $loser } 失去了兽王。
}
end-territory = 🏆 { $winner } 获胜：占领了半数以上的格子。
end-rounds = { $outcome ->
    [draw] 🤝 和棋：回合用完，双方的机甲和格子一样多。
   *[win] 🏆 { $winner } 获胜：回合用完，存活与占领多于 { $loser }。
}
end-agreement = 🤝 双方同意和棋。
end-resignation = 🏆 { $winner } 获胜：{ $loser } 认输。
end-clock = 🏆 { $winner } 获胜：{ $loser } 超时。
end-abandonment = { $outcome ->
    [draw] 对局中断，判和。
   *[win] 🏆 { $winner } 获胜：{ $loser } 离开了对局。
}
end-ruling = { $outcome ->
    [draw] ⚖️ 裁判判和。
   *[win] ⚖️ 裁判判 { $winner } 获胜。
}
end-void = { $by } 关闭了这盘棋，不计胜负。

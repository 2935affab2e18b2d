# 问候、帮助、级别、对局列表、设置、命令，以及文字棋盘。

start =
    <b>欢迎来下斗兽棋</b>：象、狮、虎、豹、狼、狗、猫、鼠，看谁先攻进对方兽穴。
    棋盘我来摆，规则我来管。怎么开始？
button-play-ai = 🤖 和我下
button-play-in-group = ⚔️ 到群里约朋友下
button-play-here = 📱 两人同机
button-how-to-play = 📖 怎么下
button-language = 🌐 语言 / Language

welcome =
    我是<b>斗兽棋</b>裁判：棋盘我来摆，规则我来管，走错了我会说明白。
    按“开战”就能约大家下棋，其他用法请看 /help
welcome-no-messages = ⚠️ 我在这里还不能发言，请给我发送消息的权限。
welcome-no-photos = ⚠️ 我在这里不能发图片，没有这个权限就只能用文字摆棋盘。
button-play = ⚔️ 开战
button-rules = 📖 规则

help =
    <b>怎么和我说话</b>
    { $place ->
        [private] 发命令、按按钮，或直接写走法；别的话我看不懂。
       *[group] 发命令、按按钮，或回复我的消息；群里别的话我听不到。
    }

    { $place ->
        [private] /challenge 在这里 – 两人用这部手机下
       *[group]
            /challenge – 约大家下棋；回复某人，或写上 @名字，就只约那个人
            /challenge 翻棋 先手 – 选玩法（或规则，如大厅）和先后
            /challenge 20+0 – 带棋钟：每方 20 分钟；10m：每步 10 分钟；3d：每步 3 天
    }
    /ai 虎 – 和我下：鼠最容易，象最强
    <b>走棋</b>：先点棋子，再点去处。✕ 表示不能走，点一下告诉你为什么。{ $place ->
        [private] 也可以直接写“e3e4”“虎跳”“鼠上”。
       *[group] 也可以回复棋盘写“e3e4”“虎跳”“鼠上”，或发送 /move e3e4
    }
    /board – 重发棋盘；/board 文字 – 文字棋盘
    /draw 提和，/takeback 悔棋，/resign 认输，/rematch 再来一盘；/leave 离开（判负）
    /games – 这里在下的棋
    /hint – 和我下时给个提示；/analyse – 复盘下完的棋，逐步评价
    /replay – 把下完的棋做成动图；/game 翻看，/history 列表，/export 棋谱；后面可写编号，如 /replay 3k
    { $place ->
        [private] /stats – 你的战绩和等级分；/versus @名字 – 两人之间的战绩
       *[group] /top – 排行榜；/stats – 你的战绩；/versus @名字 – 两人之间的战绩
    }
    /rules – 这里用的规则；回复棋盘，就是那盘棋的规则；/rules 翻棋：别的玩法
    /notify – 轮到你走或有人下战帖时，私下提醒
    /privacy – 我留着你的哪些资料，怎么删除
    { $place ->
        [private] /settings – 规则、样式、语言
       *[group]
            /cup – 在这里办杯赛；可加：翻棋（玩法）、20+0（棋钟）、双循环、前4、淘汰、团体、轮走、每轮 2小时
            裁判用：/cup 裁定 2 红 ……（台号、谁胜、理由），和棋或双负；/cup 弃权、除名、换人 5 ……；/cup 调钟 2 红 +5分；/cup 暂停、继续、取消、接管
            /cancel – 收回战帖；管理员回复没人下的棋，可以关闭它
            /settings – 规则、样式、语言（管理员）
            群里还有别的机器人时，请写 /help@{ $bot }，我就知道是叫我。
    }

privacy =
    <b>关于你，我留着什么</b>
    • 你的 Telegram 编号，Telegram 给我看的名字、用户名和语言；你的设置；我能不能私下给你发消息
    • 你的棋局、战帖和比赛：和谁下、在哪个聊天里、每一步、结果和时间；你的积分和等级分
    你写的话，我只留走法、队名和比赛裁判写的理由，别的不留。
    <b>谁能看到？</b>聊天里的，那里的人都能看到；全部，只有开设这个机器人的人能看到。我不会给别人。
    <b>留多久？</b>直到你发送 /forget。那时编号、名字和设置都会删除，棋局留下，但没有你的名字。
    我在聊天里发过的消息会一直在那里，直到有人在那里删除。
forget =
    <b>要我忘记你吗？</b>
    你的名字、用户名、语言和设置都会删除，战帖会收回。正在下的棋现在就结束：和别人下的算你认输，刚开局的不计胜负。你退出后，杯赛照常进行。下完的棋会留下，你的位置写成“已删除的棋手”；我们私聊里的棋都会删除。
    不能反悔。以后你再给我发消息，就当是新来的人。
button-forget-me = 🗑 忘记我
button-keep-me = ↩️ 不，都留着
forget-done = 🗑 已经忘记你了。以后你再给我发消息，就当是新来的人。
forget-kept = ↩️ 什么都没有改。

levels = <b>想和谁下？</b>{ $sides ->
    [blue] 你执蓝后走。
    [lot] 抽签决定谁执红先走。
    [lot-first] 抽签决定谁先走。
    [first] 你先走。（想后走，请发送 /ai 虎 后手）
    [second] 你后走。
   *[red] 你执红先走。（想执蓝，请发送 /ai 虎 蓝）
}
levels-line = { $emoji } { $animal }：{ $about }
button-other-game = 🎲 换一种玩法
levels-button = { $emoji } { $animal }
level-rat = 刚学会怎么走
level-cat = 看见能吃的就吃，别的都忘了
level-dog = 多半时候记得看家
level-wolf = 下过几盘，正好做对手
level-leopard = 没人看护的棋子它不会放过
level-tiger = 会算几步，你一忘了小河它就跳过来
level-lion = 河、陷阱和你的弱点，它都清楚
level-elephant = 几乎不出错，残局早已烂熟于心

games = <b>这里在下的棋</b>
games-none = { $place ->
    [private] 这里没有人在下棋。和我下请发送 /ai，两人同机请发送 /challenge 在这里
   *[group] 这里没有人在下棋。发送 /challenge 开一盘吧。
}
games-open = ⏳ { $by } 在等人应战。
games-line = <b>{ $number }</b> { $state ->
    [over] { $first } 对 { $second }：已结束。
    [ai] { $first } 对 { $second }：第 { $ply } 步，{ $mover } 正在思考。
   *[on] { $first } 对 { $second }：第 { $ply } 步，轮到 { $mover }。
}
games-link = 看棋盘
games-more = ……还有 { $count } 盘

settings = { $place ->
    [private] <b>私聊设置</b>。语言在哪里都跟着你：在群里，我单独对你说的话也用它。
   *[group] <b>本群设置</b>，对之后开始的棋有效。
}
settings-lang = 🌐 语言：{ $value }
settings-variant = 🎲 玩法：{ $value }
settings-preset = 📜 规则：{ $value }
settings-options = ⚙️ 逐条规则
settings-boards = 🖼 棋盘：{ $value }
settings-theme = 🎨 棋子：{ $value }
settings-lang-about = 我说哪种<b>语言</b>？
settings-variant-about = 下<b>哪一种</b>？挑战和人机对局都从它开始。
settings-preset-about = 用哪一种<b>规则</b>？发送 /rules 看全文。
settings-preset-line = • { $preset }：{ $about }
settings-options-about = <b>逐条规则</b>：点一条来更改。
settings-boards-about =
    <b>棋盘</b>：走一步是修改原来的消息，还是发一条新的？
    只有新消息才会提醒轮到的人。
settings-theme-about = <b>棋子</b>上画什么？
settings-turn-board = 棋盘转向走棋的一方
lang-en = English
lang-zh-hans = 简体中文
boards-auto = 隔一阵才发新的
boards-new = 每步都发新的
boards-edit = 一直改同一条
theme-faces = 动物头像
theme-characters = 汉字

command-challenge = 约人下一盘
command-ai = 和电脑下，如 /ai 虎
command-move = 走一步，如 /move e3e4
command-board = 重发棋盘
command-draw = 提议和棋
command-takeback = 请求悔棋
command-resign = 认输
command-leave = 离开自己的对局（判负）
command-rematch = 换边再来一盘
command-games = 这里在下的棋
command-cancel = 收回自己的战帖
command-rules = 这里用的规则
command-notify = 轮到你走时私下提醒
command-settings = 规则、样式、语言
command-privacy = 我留着你的哪些资料
command-forget = 让我忘记你
command-help = 怎么和我说话

words-turn = 轮到{ $side }。
words-side = { $side }：{ $list }。
words-nobody = { $side }：没有棋子。
words-piece = { $animal } { $square }
words-piece-weakened = { $animal } { $square }（在陷阱里）
words-piece-borrowed = { $animal } { $square }（收来的）
words-piece-machine = { $animal } { $square }（生命 { $health }/{ $full }{ $strengthened ->
    [yes] ，已强化
   *[no] {""}
}{ $pause ->
    [0] {""}
   *[other] ，{ $pause } 回合无技能
}）
words-hand = { $side }手里：{ $list }。
words-face-down = 暗棋
words-rank = 第 { $rank } 行：{ $list }。
words-files = 从左到右是 { $first } 到 { $last } 列，{ $side }在下。
words-land = 陆地
words-held = { $side }占领
words-water = 水
words-trap = 陷阱
words-den = 兽穴
counter-quiet = 双方合计已连续 { $value } 步没有吃子{ $limit ->
    [0] 。
   *[other] ，满 { $limit } 步（{ $rounds } 回合）和棋。
}

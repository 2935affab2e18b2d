# Plains (平原斗兽棋).

variant-plains = Plains
    .about = the classic game without rivers

rules-plains-land = The rivers are land: nobody swims, and nobody jumps.
rules-plains-source = Only the name of this game has come down to us: the rules are a reconstruction.

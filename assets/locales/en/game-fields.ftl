# Fields (田野斗兽棋).

variant-fields = Fields
    .about = no rivers, and every animal goes diagonally too

rules-fields-moves = Red starts. One square a turn in any of eight directions, diagonally too, never into your own den. Animals take in the same way.

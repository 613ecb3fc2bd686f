"""A few hands of each game as one types what paper says, to begin from."""

EXAMPLES = {
    "offender": """\
contract,proposer,accepter,tricks,Amber,Betty,Cindy,Diana,Ellie
6H,Amber,Cindy,7,49,6,49,6,6
7S,Betty,Ellie,6,87,27,87,44,27
""",
    "pirate-bridge": """\
contract,declarer,acceptor,tricks,Alan,Dave,Gracie,Mike
4S,Alan,Mike,10,36,0,0,36
3HX,Dave,Gracie,8,136,0,0,136
""",
    "spades": """\
players,North,East,South,West
bids,tricks,North & South,East & West
"North 3, East 4, South 2, West 3",7 - 6,52,-70
"North 4, East nil, South 2, West 4",8 - 5,114,71
""",
    "oh-hell": """\
players,Ann,Bo,Cid
hand_sizes,"3, 2, 1"
bids,tricks,Ann,Bo,Cid
"Ann 1, Bo 1, Cid 2","Ann 1, Bo 0, Cid 2",11,0,12
"Ann 0, Bo 1, Cid 2","Ann 0, Bo 2, Cid 0",21,2,12
""",
    "ten-bridge": """\
players,North,East,South,West
contract,declarer,tricks,North & South,East & West
1minor,North,7,8,0
2NTXX,South,8,97,0
""",
    "reverse-bridge": """\
players,North,East,South,West
contract,declarer,opponent_tricks,North & South,East & West
7S,North,9,21,10
9D,East,6,36,10
""",
    "plain": """\
Amber points,Betty points,Cindy points,Amber,Betty,Cindy
12,5,0,12,5,0
3,8,-4,15,13,-4
""",
}

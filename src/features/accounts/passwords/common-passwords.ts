/**
 * Passwords of twelve characters and more that people type without thinking, in lower case. Runs, repetitions
 * and words with digits around them are found by rule, and left out.
 */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  `1q2w3e4r5t6y 1q2w3e4r5t6y7u 1q2w3e4r5t6y7u8i 1q2w3e4r5t6y7u8i9o 1q2w3e4r5t6y7u8i9o0p q1w2e3r4t5y6 q1w2e3r4t5y6u7
  q1w2e3r4t5y6u7i8 1qaz2wsx3edc 1qaz2wsx3edc4rfv 1qazxsw23edc 1qaz1qaz2wsx zaq12wsxcde3 zaq1xsw2cde3 zaq1zaq1zaq1
  !qaz2wsx#edc 1qaz@wsx3edc qazwsxedcrfv qazwsxedcrfvtgb qazwsxedc123 qazxswedcvfr qwertyuiop123 qwertyuiop12
  qwertyuiop[] qwertyuiop[]\\ qwertyuiopas qwerty123456 qwerty1234567 qwerty12345678 qwerty123456789 qweasdzxc123
  qweasdzxcrty asdfghjkl123 zxcvbnm12345 zxcvbnm123456 zxcvbnm,./123 poiuytrewq12 mnbvcxzlkjhg asdfasdfasdf
  1234qwerasdf 1234qwerasdfzxcv qwerasdfzxcv qwer1234asdf asdf1234qwer abcd12345678 abc123456789 abcdef123456
  abcdefg12345 abcdefgh1234 a1b2c3d4e5f6 a1b2c3d4e5f6g7 1a2b3c4d5e6f aa1234567890 a12345678910 a123456789012
  123456789abc 1234567890qw 123456qwerty 123456789qwe 123qweasdzxc 12345qwertasdfg 1234567890-= 1234567890!@
  !@#$%^&*()_+ !@#$%^&*()12 0987654321qw 123412341234 112233445566 123321123321 147258369147 147258369000 159753456852
  159357258456 789456123000 789456123789 741852963000 741852963741 963852741000 321654987000 010203040506 102030405060
  246813579000 987654321000 314159265358 3141592653589 11111111111a 000000000000a aaaaaa111111 thisismypassword
  mysecretpassword nopasswordneeded passwordispassword passw0rdpassw0rd letmeinletmein iloveyousomuch iloveyouforever
  iloveyoubaby1 iloveyou1314 iloveyou5201314 iloveyou3000 woaini1314520 woaini5201314 5201314woaini ilovemyfamily
  ilovemymom123 ilovejesus123 jesuschrist1 jesusislord1 jesuslovesme godisgood123 godislove123 blessed12345
  hallelujah12 familyforever alexander123 unbelievable thunderstorm relationship professional supernatural
  championship transformers spongebob123 pokemonmaster starwars1234 harrypotter1 harrypotter7 lordoftherings
  gameofthrones winteriscoming maytheforcebewithyou chocolate123 strawberry12 butterfly123 basketball12 skateboard12
  volleyball12 manchesterunited manutd123456 liverpoolfc1 youllneverwalkalone chelseafc123 arsenalfc123 celticfc1888
  rangersfc1872 newcastleunited correcthorse correcthorsebatterystaple trustno1trustno1 opensesame123 administrator
  administrator1 rootrootroot adminadmin123 changeme1234 changemenow1 temporarypassword defaultpassword newpassword1
  yourpassword mypassword12 nopassword12 secretsecret superuser123 computer1234 microsoft123 windows12345 internet1234
  samsung12345 playstation1 playstation2 playstation3 minecraft123 counterstrike callofduty12 worldofwarcraft
  leagueoflegends everquest123 dragonballz1 dragonball12 narutouzumaki one2three4five onetwothreefour motherlover1
  blink182blink metallica666 ironmaiden666 eminem123456 michaeljackson beyonce12345 justinbieber onedirection
  mickeymouse1 donaldduck12 hellokitty12 babygirl1234 princess1234 sunshine1234 superman1234 spiderman123 batman123456
  football1234 baseball1234 welcome12345 whatever1234 freedom12345 forever12345 password1234 summertime12 wintertime12
  christmas123 halloween123 happybirthday happybirthday1 birthday1234 valentine123 goodmorning1 goodluck1234
  thankyou1234 scotland1234 edinburgh123 glasgow12345 aberdeen1234 highlander12 bravehearts1 lochnessmonster
  flowerofscotland`.split(/\s+/),
);

/** Words that people most often build passwords from, in lower case. */
export const COMMON_WORDS: readonly string[] =
  `password passwort passcode pass word qwerty qwertz azerty asdf zxcv abc admin administrator root user login logmein welcome
  letmein iloveyou love secret changeme default temp test guest master superman batman dragon monkey football baseball princess
  sunshine shadow michael jordan jennifer charlie summer winter spring autumn january february march april june july august
  september october november december monday friday hello freedom whatever trustno flower computer internet google facebook
  liverpool chelsea arsenal celtic rangers scotland edinburgh glasgow scottish location locations film movie camera hollywood`.split(
    /\s+/,
  );

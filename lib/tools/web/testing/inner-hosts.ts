const words = (...lines: string[]): string[] => lines.flatMap(line => line.split(' '))

/** Spellings of this machine, its network and what is not of the internet, as they stand in an address. */
const NUMBERS = words(
  '127.0.0.1 127.1 127.0.1 2130706433 0x7f000001 0x7f.1 0x7F.0x0.0x0.0x1 0177.0.0.1 017700000001',
  '127.0.0.1. 127.255.255.254 0 0.0.0.0 0.0.0.1 00.0.0.0x0 0177.1 %31%32%37.0.0.1 127%2e0%2e0%2e1',
  '①②⑦.⓪.⓪.① 127。0。0。1 １２７.０.０.１ 127．0．0．1 127.000.000.001 0x7f000001. 0x7f.0x1 １２７.1 127.0.0.0x1',
  '1２7.0.0.1 127｡0｡0｡1 0x00.0 10.0.0.1 10.1 10.255.255.255 0xa000001 012.1 172.16.0.1 172.16.1',
  '172.31.255.254 192.168.1.1 192.168.257 3232235777 0300.0250.1.1 0xC0A80101 169.254.169.254',
  '169.254.43518 2852039166 0xA9FEA9FE 0251.0376.0251.0376 0xa9.0xfe.0xa9.0xfe 169.254.0xa9fe',
  '169.254.1.1 100.64.0.1 100.127.255.254 192.0.0.1 192.0.2.1 198.18.0.1 198.51.100.1 203.0.113.7',
  '192.88.99.1 224.0.0.1 0xe0000001 240.0.0.1 255.255.255.255 168.63.129.16 0xA83F8110',
)

const NUMBERS_6 = words(
  '::1 :: 0:0:0:0:0:0:0:1 ::ffff:127.0.0.1 ::ffff:7f00:1 ::ffff:0:7f00:1 ::127.0.0.1',
  '0000:0000:0000:0000:0000:0000:0000:0001 ::0.0.0.1 0::ffff:127.1.1.1 ::FFFF:7F00:0001 ::ffff:10.0.0.1',
  '::ffff:a9fe:a9fe ::ffff:169.254.169.254 ::ffff:192.168.0.1 ::ffff:0.0.0.0 64:ff9b::7f00:1',
  '64:ff9b::127.0.0.1 64:ff9b::a9fe:a9fe 64:ff9b::10.0.0.1 64:ff9b:1::7f00:1 2002:7f00:1::',
  '2002:a9fe:a9fe:: 2001::1 2001:0:7f00:1:: 2001:db8::1 fe80::1 febf::1 fec0::1 fc00::1 fd00:ec2::254',
  'fdff:ffff::1 100::1 ff02::1 3fff::1 5f00::1 4000::1 e000::1',
)

const NAMES = [
  ...['localhost', 'LOCALHOST', 'localhost.', 'a.localhost', 'ｌocalhost', 'ⓛocalhost', 'local\thost'],
  ...['LocalHost.', 'metadata.localhost', '%6cocalhost', 'local\u00adhost', 'lo\ncalhost', 'a.b.localhost.'],
]

export const INNER_HOSTS = [...NUMBERS, ...NAMES, ...NUMBERS_6.map(number => `[${number}]`)]

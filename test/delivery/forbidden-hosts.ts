/** Hosts as they may appear in a URL, none of which is on the public internet. */
export const FORBIDDEN_HOSTS = [
  // This machine.
  ...['127.0.0.1', '127.1', '127.0.1', '127.0.0.1.', '127.255.255.254', '2130706433', '0x7f.1', '0x7F000001'],
  ...['0177.0.0.1', '017700000001', '0x7f.0.0.0x1', '１２７.0.0.1', '①②⑦.0.0.1', '127。0。0。1'],
  ...['%31%32%37.0.0.1', '0.0.0.0', '0', '0x0', '00000000000'],
  ...['localhost', 'localhost.', 'LOCALHOST', 'ⓛocalhost', 'ＬＯＣＡＬＨＯＳＴ', 'a.localhost'],
  // Private networks.
  ...['10.0.0.1', '10.1', '012.0.0.1', '167772161', '172.16.0.1', '172.31.255.255', '0xac.0x10.1'],
  ...['192.168.0.1', '192.168.1', '3232235521', '100.64.0.1', '100.127.255.255'],
  // Metadata services, by link-local addresses, and the platform of Azure.
  ...['169.254.169.254', '169.254.43518', '2852039166', '0xa9fea9fe', '0251.0376.0251.0376'],
  ...['168.63.129.16', '2822734096', '[::ffff:168.63.129.16]'],
  // Reserved, documentation, benchmarking, multicast, broadcast.
  ...['192.0.0.8', '192.0.2.1', '192.88.99.1', '198.18.0.1', '198.51.100.1', '203.0.113.1'],
  ...['224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255'],
  // The same in IPv6: its own notations, and embedded IPv4.
  ...['[::]', '[::1]', '[0:0:0:0:0:0:0:1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::FFFF:10.0.0.1]'],
  ...['[::ffff:a9fe:a9fe]', '[::ffff:0:127.0.0.1]', '[::127.0.0.1]', '[64:ff9b::7f00:1]'],
  ...['[64:ff9b::169.254.169.254]', '[64:ff9b:1::1.1.1.1]', '[2002:7f00:1::]', '[2002:a9fe:a9fe::1]'],
  ...['[2001:0:7f00:1::]', '[2001:db8::1]', '[3fff::1]', '[100::1]', '[5f00::1]'],
  ...['[fe80::1]', '[fec0::1]', '[fc00::1]', '[fd00::1]', '[fd00:ec2::254]', '[ff02::1]'],
]

/** Names and the addresses that a name server may return for them. */
export const INWARD_NAMES: [name: string, address: string][] = [
  ['metadata.google.internal', '169.254.169.254'],
  ['metadata.google.internal.', '169.254.169.254'],
  ['hooks.example.com', '127.0.0.1'],
  ['hooks.example.com', '0.0.0.0'],
  ['hooks.example.com', '::'],
  ['hooks.example.com', '::1'],
  ['hooks.example.com', '::ffff:127.0.0.1'],
  ['hooks.example.com', '::ffff:7f00:1'],
  ['hooks.example.com', '64:ff9b::a9fe:a9fe'],
  ['hooks.example.com', '2002:7f00:1::'],
  ['hooks.example.com', 'fe80::1%lo'],
  ['hooks.example.com', 'fd00:ec2::254'],
  ['hooks.example.com', '10.0.0.1'],
  ['hooks.example.com', '168.63.129.16'],
  ['bücher.example', '192.168.0.1'],
  ['xn--bcher-kva.example', '172.16.0.1'],
  ['127.0.0.1.nip.example', '127.0.0.1'],
]

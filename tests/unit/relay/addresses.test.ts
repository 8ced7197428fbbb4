import { networkInterfaces } from 'node:os'
import { expect, test } from 'vitest'
import { getCallerKey, mayCall, getNetworkKey, parseNetworks } from '#relay/http/addresses.ts'

test.each([
  ['203.0.113.7', '203.0.113.7', '203.0.113'],
  ['::ffff:203.0.113.7', '203.0.113.7', '203.0.113'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2', '2001:db8:1'],
  ['2001:DB8:1:2::', '2001:db8:1:2', '2001:db8:1'],
  ['2001:db8::1', '2001:db8:0:0', '2001:db8:0'],
  ['fe80::1%eth0', 'fe80:0:0:0', 'fe80:0:0'],
  ['not an address', 'not an address', 'not an address'],
])('%s is the caller %s of the network %s', (address, caller, network) => {
  expect([getCallerKey(address), getNetworkKey(address)]).toEqual([caller, network])
})

const none = parseNetworks([])

test.each([
  ['8.8.8.8', true],
  ['2606:4700:4700::1111', true],
  // By NAT64, to a machine of the internet.
  ['64:ff9b::808:808', true],
  ['127.0.0.1', false],
  ['0.0.0.0', false],
  ['10.1.2.3', false],
  ['100.64.0.1', false],
  ['172.31.255.255', false],
  ['192.168.1.10', false],
  ['169.254.169.254', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['::', false],
  ['::1', false],
  ['::127.0.0.1', false],
  ['::ffff:10.0.0.1', false],
  ['64:ff9b::a00:1', false],
  ['2002:a00:1::', false],
  ['2001:0:a00:1::', false],
  ['fe80::1%eth0', false],
  ['fd12:3456::1', false],
  ['ff02::1', false],
  ['localhost', false],
])('a stranger may have the relay call %s: %s', (address, expected) => {
  expect(mayCall(address, none)).toBe(expected)
})

test('no address of this machine is called, and networks that are permitted are', () => {
  for (const own of Object.values(networkInterfaces()).flatMap((some) => some ?? []))
    expect([own.address, mayCall(own.address, none)]).toEqual([own.address, false])
  const allowed = parseNetworks(['10.0.0.0/8', '::1', '192.168.1.10'])
  expect(['10.9.9.9', '::1', '192.168.1.10', '::ffff:10.0.0.1'].map((one) => mayCall(one, allowed))).toEqual([
    true,
    true,
    true,
    true,
  ])
  expect(['192.168.1.11', '127.0.0.1', '::2'].map((one) => mayCall(one, allowed))).toEqual([
    false,
    false,
    false,
  ])
})

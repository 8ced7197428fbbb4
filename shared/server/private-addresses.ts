import { lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

const PRIVATE_V4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const

/** Public unicast IPv6: every other range is local, obsolete or embeds an IPv4 address. */
const PUBLIC_V6 = ['2000::', 3] as const
const DISGUISED_V6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const

const privateV4 = new BlockList()
for (const [address, bits] of PRIVATE_V4) privateV4.addSubnet(address, bits, 'ipv4')
const publicV6 = new BlockList()
publicV6.addSubnet(...PUBLIC_V6, 'ipv6')
const disguisedV6 = new BlockList()
for (const [address, bits] of DISGUISED_V6) disguisedV6.addSubnet(address, bits, 'ipv6')

/**
 * True for addresses of this machine, of its network and of reserved ranges. An unreadable address counts as private.
 */
export function isPrivateAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return privateV4.check(address, 'ipv4')
    case 6:
      return !publicV6.check(address, 'ipv6') || disguisedV6.check(address, 'ipv6')
    default:
      return true
  }
}

/** Error code of a name that leads to no allowed address. */
export const ADDRESS_NOT_ALLOWED = 'EADDRNOTALLOWED'

/**
 * DNS lookup that returns allowed addresses only. The client connects to exactly the address that was checked, so
 * that a name that changes in between gains nothing.
 */
export function guardedLookup(isAllowed: (address: string, host: string) => boolean): LookupFunction {
  return (host, options, callback) => {
    lookup(host, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0)
      const allowed = addresses.filter(({ address }) => isAllowed(address, host))
      const [first] = allowed
      if (first === undefined)
        return callback(
          Object.assign(new Error('that address is not allowed'), { code: ADDRESS_NOT_ALLOWED }),
          '',
          0,
        )
      if (options.all) return callback(null, allowed)
      return callback(null, first.address, first.family)
    })
  }
}

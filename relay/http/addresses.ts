import { BlockList, isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { isPrivateAddress } from '#shared/server/private-addresses.ts'

/** The eight 16-bit groups of an IPv6 address, without its zone. */
function parseGroups(address: string): number[] {
  const plain = address.split('%')[0] ?? ''
  // The URL parser converts an IPv4 tail to groups.
  const text = new URL(`http://[${plain}]`).hostname.slice(1, -1)
  const [head = '', tail] = text.split('::')
  const parseGroupList = (part: string) =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16))
  const [first, last] = [parseGroupList(head), parseGroupList(tail ?? '')]
  return [...first, ...Array.from({ length: 8 - first.length - last.length }, () => 0), ...last]
}

const formatIpv4 = (high: number, low: number) => `${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`

/** The IPv4 address inside an IPv6 address: mapped (`::ffff:0:0/96`) or NAT64 (`64:ff9b::/96`). */
function findEmbeddedIpv4(groups: readonly number[]): string | null {
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  const isNat64 =
    groups[0] === 0x64 && groups[1] === 0xff9b && groups.slice(2, 6).every((group) => group === 0)
  return isMapped || isNat64 ? formatIpv4(groups[6] ?? 0, groups[7] ?? 0) : null
}

/** Prefix of an address: `bytes` of an IPv4 address, `groups` of an IPv6 address. */
function takePrefix(address: string, bytes: number, groups: number): string {
  // A reverse proxy may forward a text that is no address.
  if (isIP(address) === 0) return address.slice(0, 64)
  if (isIP(address) === 4) return address.split('.').slice(0, bytes).join('.')
  const all = parseGroups(address)
  const ipv4 = findEmbeddedIpv4(all)
  if (ipv4 !== null) return takePrefix(ipv4, bytes, groups)
  return all
    .slice(0, groups)
    .map((group) => group.toString(16))
    .join(':')
}

/** Rate limit key of a caller. An IPv6 customer has 2^64 addresses, so a /64 counts as one caller. */
export const getCallerKey = (address: string): string => takePrefix(address, 4, 4)
/** Rate limit key of a network: a /24 of IPv4, or a /48 of IPv6, which one customer may have. */
export const getNetworkKey = (address: string): string => takePrefix(address, 3, 3)

/** Parses networks such as `127.0.0.0/8`, and single addresses such as `::1`. */
export function parseNetworks(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const text of networks) {
    const [address = '', prefix] = text.split('/')
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6'
    list.addSubnet(address, Number(prefix ?? (family === 'ipv4' ? 32 : 128)), family)
  }
  return list
}

/**
 * True if the relay may call an address that a stranger chose: a public address of another machine.
 * @param allowed private networks that the operator allows
 */
export function mayCall(address: string, allowed: BlockList): boolean {
  const plain = address.split('%')[0] ?? ''
  const isIpv6 = isIP(plain) === 6
  const ipv4 = isIpv6 ? findEmbeddedIpv4(parseGroups(plain)) : null
  if (ipv4 !== null) return mayCall(ipv4, allowed)
  if (isIP(plain) === 0) return false
  return allowed.check(plain, isIpv6 ? 'ipv6' : 'ipv4') || (!isPrivateAddress(plain) && !isOwnAddress(plain))
}

/** A machine reaches its own services through its public address too. */
const isOwnAddress = (address: string): boolean =>
  Object.values(networkInterfaces()).some((some) =>
    some?.some((own) => getCallerKey(own.address) === getCallerKey(address)),
  )

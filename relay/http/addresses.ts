import { BlockList, isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { isPrivateAddress } from '#shared/server/private-addresses.ts'

/** Groups of an IPv6 address, without its zone: eight numbers of 16 bits. */
function groupsOf(address: string): number[] {
  const plain = address.split('%')[0] ?? ''
  // Brings an IPv4 tail into the form of groups.
  const text = new URL(`http://[${plain}]`).hostname.slice(1, -1)
  const [head = '', tail] = text.split('::')
  const parts = (part: string) =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16))
  const [first, last] = [parts(head), parts(tail ?? '')]
  return [...first, ...Array.from({ length: 8 - first.length - last.length }, () => 0), ...last]
}

const ipv4Of = (high: number, low: number) => `${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`

/** The IPv4 address that an IPv6 one stands for: mapped (`::ffff:0:0/96`) or by NAT64 (`64:ff9b::/96`). */
function embeddedIpv4(groups: readonly number[]): string | null {
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  const isNat64 =
    groups[0] === 0x64 && groups[1] === 0xff9b && groups.slice(2, 6).every((group) => group === 0)
  return isMapped || isNat64 ? ipv4Of(groups[6] ?? 0, groups[7] ?? 0) : null
}

/** The beginning of an address: so many bits of an IPv4, so many groups of an IPv6. */
function beginningOf(address: string, bytes: number, groups: number): string {
  // A proxy may send a text that is no address.
  if (isIP(address) === 0) return address.slice(0, 64)
  if (isIP(address) === 4) return address.split('.').slice(0, bytes).join('.')
  const all = groupsOf(address)
  const ipv4 = embeddedIpv4(all)
  if (ipv4 !== null) return beginningOf(ipv4, bytes, groups)
  return all
    .slice(0, groups)
    .map((group) => group.toString(16))
    .join(':')
}

/** Key of one caller in a rate limit. A customer with IPv6 has 2^64 addresses, so a /64 counts as one caller. */
export const callerOf = (address: string): string => beginningOf(address, 4, 4)
/** Key of the network of a caller: a /24 of IPv4, a /48 of IPv6, which one customer may have. */
export const networkOf = (address: string): string => beginningOf(address, 3, 3)

/** Networks such as `127.0.0.0/8,::1`, as a list to look addresses up in. */
export function networksOf(given: readonly string[]): BlockList {
  const list = new BlockList()
  for (const text of given) {
    const [address = '', prefix] = text.split('/')
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6'
    list.addSubnet(address, Number(prefix ?? (family === 'ipv4' ? 32 : 128)), family)
  }
  return list
}

/**
 * True for an address that the relay may call although a stranger chose it: a public one that is not this machine's.
 * @param allowed networks that the operator permits besides
 */
export function mayCall(address: string, allowed: BlockList): boolean {
  const plain = address.split('%')[0] ?? ''
  const isIpv6 = isIP(plain) === 6
  const ipv4 = isIpv6 ? embeddedIpv4(groupsOf(plain)) : null
  if (ipv4 !== null) return mayCall(ipv4, allowed)
  if (isIP(plain) === 0) return false
  return allowed.check(plain, isIpv6 ? 'ipv6' : 'ipv4') || (!isPrivateAddress(plain) && !isOwn(plain))
}

/** A machine with a public address reaches its own services by it. */
const isOwn = (address: string): boolean =>
  Object.values(networkInterfaces()).some((some) =>
    some?.some((own) => callerOf(own.address) === callerOf(address)),
  )

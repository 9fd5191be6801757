import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { isAtInternalHost, withoutDot } from '@/lib/domain/policy/internal-host'
import { oneLine } from '@/lib/text/truncate'

export type WebAddress = { kind: 'address'; url: URL; isInternal: boolean } | AddressRefusal
type AddressRefusal = { kind: 'refused'; message: string }

const refused = (message: string): AddressRefusal => ({ kind: 'refused', message })

/**
 * What can be said of an address without asking anybody for it: looking up a name may tell somebody already. Numbers
 * in any spelling are what a browser takes them for. `isInternal`: the owner opened its host.
 */
export function readAddress(text: string, internalHosts: readonly string[]): WebAddress {
  const url = URL.parse(text)
  if (!url)
    return refused(`${oneLine(text)} is no address. Give a whole one, such as https://example.com/page.`)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return refused(`Only http and https addresses can be fetched, not ${oneLine(url.protocol)}`)
  }
  if (url.username !== '' || url.password !== '') {
    return refused('An address with a user name or password is not fetched. Send them in a header.')
  }
  url.hash = ''
  const isInternal = isAtInternalHost(internalHosts, url)
  const fault = isInternal ? null : hostFault(url.hostname)
  return fault === null ? { kind: 'address', url, isInternal } : refused(fault)
}

/** Why nothing is fetched from a host, by what it is called; `null` where that depends on what the name stands for. */
function hostFault(hostname: string): string | null {
  const name = withoutDot(hostname)
  const number = name.replace(/^\[|\]$/g, '')
  if (isIP(number) !== 0) return isPublic(number) ? null : notPublic(number)
  return /(^|\.)localhost$/.test(name) ? notPublic(name) : null
}

/** `address` is what stands there, or what the name `host` stands for. */
export function notPublic(address: string, host?: string): string {
  const what = host === undefined ? oneLine(address) : `${oneLine(host)} is at ${address}, which`
  return `${what} is not a public address. Only public ones are fetched, and hosts that the owner of this installation lists in Settings.`
}

/** Azure's machines reach their host by this address, which looks like a public one. */
const PLATFORM = '168.63.129.16'

const GLOBAL_V6 = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Whether an IP address is one of the public internet. Of IPv6 only 2000::/3 was ever given out, and what of it
 * carries an IPv4 address is not public, whatever it carries.
 */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const ip = ipaddr.process(address)
  if (ip.range() !== 'unicast' || ip.toString() === PLATFORM) return false
  return ip.kind() === 'ipv4' || ip.match(GLOBAL_V6)
}

/** Whether a host is written as a number, which tells nobody who that is. */
export const isNumericHost = ({ hostname }: URL): boolean => isIP(hostname.replace(/^\[|\]$/g, '')) !== 0

import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { isAtInternalHost, withoutDot } from '@/lib/domain/policy/internal-host'
import type { CodedText } from '@/lib/messages/phrase'
import { oneLine } from '@/lib/text/truncate'

type WebAddress = { kind: 'address'; url: URL; isInternal: boolean } | AddressRefusal
type AddressRefusal = { kind: 'refused'; codedText: CodedText }

const refused = (codedText: CodedText): AddressRefusal => ({ kind: 'refused', codedText })

/**
 * What can be said of an address without asking anybody for it: looking up a name may tell somebody already. Numbers
 * in any spelling are what a browser takes them for. `isInternal`: the owner opened its host.
 */
export function readAddress(text: string, internalHosts: readonly string[]): WebAddress {
  const url = URL.parse(text)
  if (!url) return refused({ code: 'path.noAddress', params: { path: oneLine(text) } })
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return refused({ code: 'path.onlyWeb', params: { path: oneLine(url.protocol) } })
  if (url.username !== '' || url.password !== '') return refused({ code: 'path.namesUser' })
  url.hash = ''
  const isInternal = isAtInternalHost(internalHosts, url)
  const fault = isInternal ? null : hostFault(url.hostname)
  return fault === null ? { kind: 'address', url, isInternal } : refused(fault)
}

/** Why nothing is fetched from a host, by what it is called; `null` where that depends on what the name stands for. */
function hostFault(hostname: string): CodedText | null {
  const name = withoutDot(hostname)
  const number = name.replace(/^\[|\]$/g, '')
  if (isIP(number) !== 0) return isPublic(number) ? null : notPublic(number)
  return /(^|\.)localhost$/.test(name) ? notPublic(name) : null
}

/** `address` is what stands there, or what the name `host` stands for. */
export const notPublic = (address: string, host?: string): CodedText =>
  host === undefined
    ? { code: 'delivery.notPublic', params: { address: oneLine(address) } }
    : { code: 'delivery.notPublicName', params: { host: oneLine(host), address } }

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

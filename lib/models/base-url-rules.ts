import { lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { CodedError, type CodedText } from '@/lib/messages/phrase'

/** Where a cloud tells its machines their credentials, and what stands for no machine at all: no model is there. */
const NOBODY = blockList([
  '169.254.0.0/16',
  '0.0.0.0/8',
  '224.0.0.0/4',
  '240.0.0.0/4',
  'fe80::/10',
  'ff00::/8',
  '64:ff9b::/96',
  '100.100.100.200/32',
  '168.63.129.16/32',
  '192.0.0.192/32',
  'fd00:ec2::254/128',
  '::/128',
])

/** This machine, and networks that nobody is in but whom their owner lets in. */
const AT_HOME = blockList([
  '127.0.0.0/8',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '100.64.0.0/10',
  '::1/128',
  'fc00::/7',
])

/** Names that no public server has, or that are of one network only. */
const NAME_AT_HOME = /^[^.]+$|\.(localhost|local|lan|internal|home\.arpa)$/

function blockList(networks: string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    list.addSubnet(address, Number(bits), familyOf(address))
  }
  return list
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4'
}

const isIn = (list: BlockList, address: string): boolean => list.check(address, familyOf(address))

/**
 * Why a person may not enter a base URL, by what it is called; null if they may. A key and a conversation go there: over
 * the internet never in the clear.
 */
export function whyNoBaseUrl(url: string): CodedText | null {
  const { protocol, hostname } = new URL(url)
  const name = hostname.replace(/\.$/, '')
  const number = name.replace(/^\[|\]$/g, '')
  if (isIP(number) !== 0) {
    if (isIn(NOBODY, number)) return notThere(number)
    return protocol === 'https:' || isIn(AT_HOME, number) ? null : IN_THE_CLEAR
  }
  if (/^metadata(\.google\.internal|\.goog)?$/.test(name)) return notThere(name)
  return protocol === 'https:' || NAME_AT_HOME.test(name) ? null : IN_THE_CLEAR
}

const notThere = (address: string): CodedText => ({ code: 'fault.nobodyThere', params: { place: address } })

const IN_THE_CLEAR: CodedText = { code: 'fault.inTheClear' }

/** A lookup of names that finds none of those addresses: what a name stands for may change after it was entered. */
export const lookupServer: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, [])
    const wrong = addresses.find(({ address }) => isIn(NOBODY, address))
    if (wrong) return callback(new CodedError(notThere(wrong.address)), [])
    const [first] = addresses
    if (options.all) callback(null, addresses)
    else callback(null, first?.address ?? '', first?.family)
  })
}

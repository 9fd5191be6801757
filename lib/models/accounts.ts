import type { ProviderId, ProviderItem } from '@/lib/domain/contract/provider-operations'
import type { CodedText } from '@/lib/messages/phrase'
import { anthropic } from './ai-sdk/anthropic'
import { compatible, openaiChat } from './ai-sdk/compatible'
import { google } from './ai-sdk/google'
import { openai } from './ai-sdk/openai'
import { type ProviderConfig, type ProviderKind, readBaseUrl } from './ai-sdk/provider'
import type { KeyEntry } from './key-file'

/** What the environment says of a provider. */
export type EnvironmentAccount = Pick<ProviderConfig, 'baseUrl' | 'apiKey' | 'repliesBySchema'>

/** Both APIs of OpenAI share theirs, the first that can be used and knows a model gives the default. */
export const ACCOUNTS = [
  { id: 'openai', kinds: [openai, openaiChat] },
  { id: 'anthropic', kinds: [anthropic] },
  { id: 'google', kinds: [google] },
  { id: 'compatible', kinds: [compatible] },
] as const satisfies { id: ProviderId; kinds: ProviderKind[] }[]

export const kindOf = (id: ProviderId): ProviderKind =>
  ACCOUNTS.find(account => account.id === id)?.kinds[0] ?? compatible

/** What a provider is asked with, and where that comes from. */
export type Account = Pick<ProviderItem, 'keySource' | 'baseUrl' | 'baseUrlSource'> & {
  config: ProviderConfig
}

/**
 * The environment wins: with a key of its own the file counts for nothing, and where it names an address alone, a key of
 * the file counts only if it was entered for that one. A key goes to the address that it came with and to no other.
 */
export function accountOf(
  kind: ProviderKind,
  environment: EnvironmentAccount,
  entry: KeyEntry | undefined,
): Account {
  const { apiKey, baseUrl, repliesBySchema } = environment
  const more = repliesBySchema === undefined ? {} : { repliesBySchema }
  const address = baseUrl && plainUrl(kind, baseUrl)
  const own = { ...more, ...(baseUrl ? { baseUrl } : {}) }
  const defaults = { baseUrl: address ?? kind.home ?? null, baseUrlSource: baseUrl ? ENVIRONMENT : null }
  if (apiKey) return { ...defaults, keySource: ENVIRONMENT, config: { ...own, apiKey } }
  if (!entry) return { ...defaults, keySource: null, config: own }
  const key = entry.key === undefined ? {} : { apiKey: entry.key }
  const keySource = entry.key === undefined ? null : FILE
  if (!baseUrl) {
    const baseUrlSource = entry.baseUrl === kind.home ? null : FILE
    const config = { ...more, ...key, baseUrl: entry.baseUrl, isEntered: true }
    return { keySource, baseUrl: entry.baseUrl, baseUrlSource, config }
  }
  if (entry.baseUrl === address) return { ...defaults, keySource, config: { ...own, ...key } }
  const elsewhere = kind.home === undefined ? {} : { fault: isForAnother(kind, entry) }
  return { ...defaults, keySource: null, config: { ...own, ...elsewhere } }
}

const ENVIRONMENT = 'environment' as const
const FILE = 'file' as const

/** An address as it is asked; what is none stays as it is, and is refused where it is used. */
function plainUrl({ usualPath }: ProviderKind, text: string): string {
  const read = readBaseUrl(text, usualPath)
  return read.ok ? read.url : text
}

const isForAnother = ({ variables }: ProviderKind, { baseUrl }: KeyEntry): CodedText => ({
  code: 'fault.keyOfAnother',
  params: { address: baseUrl, variable: variables.address, key: variables.key },
})

import type { CursorPage } from '@/lib/domain/contract/operation'
import type { Person } from '@/lib/domain/contract/person'
import { Refusal, refuse, refuseField } from '@/lib/domain/contract/problem'
import {
  ProviderId,
  type ProviderItem,
  type ProviderKeyInput,
  type ProviderTest,
} from '@/lib/domain/contract/provider-operations'
import { phrase } from '@/lib/messages/phrase'
import { type Account, kindOf } from '@/lib/models/accounts'
import { type ProviderKind, readBaseUrl } from '@/lib/models/ai-sdk/provider'
import { whyNoBaseUrl } from '@/lib/models/base-url-rules'
import type { KeyEntry } from '@/lib/models/key-file'
import { findLocalServers } from '@/lib/models/local-servers'
import { askForModels, type ListAddress } from '@/lib/models/model-list'
import type { Deps } from '../../process/deps'
import { transact } from '../../write/transaction'

/** Providers of models and where their keys come from. Servers on this machine that answer are looked for. */
export async function listProviders({ models }: Pick<Deps, 'models'>): Promise<CursorPage<ProviderItem>> {
  const local = await findLocalServers()
  const items = ProviderId.options.map(id => itemOf({ models }, id))
  return {
    items: items.map(item => (item.id === 'compatible' ? { ...item, local } : item)),
    nextCursor: null,
  }
}

function itemOf({ models }: Pick<Deps, 'models'>, id: ProviderId): ProviderItem {
  const { title, unnamed, home, variables } = kindOf(id)
  const { keySource, baseUrl, baseUrlSource, unavailable } = models.accounts()[id]
  return {
    id,
    title: unnamed?.title ?? title,
    needsKey: home !== undefined,
    usualUrl: home ?? null,
    keySource,
    baseUrl,
    baseUrlSource,
    usable: unavailable === null,
    ...(unavailable === null ? {} : { unavailable: phrase(unavailable) }),
    variables: { key: variables.key, baseUrl: variables.address },
  }
}

type Entering = { provider: string; input: ProviderKeyInput }
/**
 * Keeps a key for the address that it comes with, in place of the one before. The record says that there is one and for
 * what address. It is written while nobody else adds to that record: one change after the other, whichever process it
 * comes to. Where the commit then fails, the file is ahead of the record, which is told as any failure is.
 */
export async function setProviderKey(
  deps: Deps,
  { provider, input, person }: Entering & { person: Person },
): Promise<ProviderItem | Refusal> {
  const id = ProviderId.parse(provider)
  if (input.key) deps.redaction.learn([input.key])
  const kind = kindOf(id)
  const account = deps.models.accounts()[id]
  const { variables } = kind
  // What the environment sets would win over it all the same.
  if (account.keySource === 'environment')
    return refuseField('/key', { code: 'fault.keyInEnvironment', params: { variable: variables.key } })
  const url = urlOf(deps, { kind, account }, input.baseUrl)
  if (url instanceof Refusal) return url
  if (account.baseUrlSource === 'environment' && url !== account.baseUrl)
    return refuseField('/baseUrl', {
      code: 'fault.addressInEnvironment',
      params: { variable: variables.address, address: account.baseUrl ?? '' },
    })
  if (!input.key && kind.home !== undefined) return needsKey(kind)
  return keep(deps, { id, entry: input.key ? { key: input.key, baseUrl: url } : { baseUrl: url }, person })
}

export async function deleteProviderKey(
  deps: Deps,
  { provider, person }: { person: Person; provider: string },
): Promise<ProviderItem | Refusal> {
  return keep(deps, { id: ProviderId.parse(provider), entry: null, person })
}

async function keep(
  deps: Deps,
  { id, entry, person }: { person: Person; id: ProviderId; entry: KeyEntry | null },
): Promise<ProviderItem | Refusal> {
  if (!deps.keys.isKept) return refuse('unavailable', { code: 'problem.noDataDirectory' })
  return transact<ProviderItem>(deps, undefined, async unit => {
    const fault = deps.keys.fault()
    if (fault !== null) return refuse('unavailable', fault)
    const provider = { provider: id, by: person.id }
    const change = entry && { ...provider, baseUrl: entry.baseUrl, hasKey: entry.key !== undefined }
    if (change) await unit.record({ type: 'provider.changed', data: change })
    else await unit.record({ type: 'provider.removed', data: provider })
    await deps.keys.change(id, entry)
    return itemOf(deps, id)
  })
}

/** Asks a provider for its models, with what is given or else with what is set. Nothing is stored. */
export async function testProvider(
  deps: Pick<Deps, 'models' | 'redaction'>,
  { provider, input, signal }: Entering & { signal: AbortSignal },
): Promise<ProviderTest | Refusal> {
  const id = ProviderId.parse(provider)
  if (input.key) deps.redaction.learn([input.key])
  const { unavailable } = deps.models.accounts()[id]
  if (input.key === undefined && input.baseUrl === undefined && unavailable !== null)
    return { ok: false, error: phrase(unavailable), codedText: unavailable }
  const endpoint = endpointOf(deps, id, input)
  if (endpoint instanceof Refusal) return endpoint
  const { models, ...tested } = await askForModels(endpoint, { signal })
  const { redaction } = deps
  // What a server calls a model may be anything that it was sent.
  const listed = models?.filter(
    ({ id, title }) => !redaction.holdsSecret(id) && !redaction.holdsSecret(title),
  )
  return { ...redaction.mask(tested), ...(listed && { models: listed }) }
}

/** Where a test asks, and with which key: one that is set is only sent to the address that it came with. */
function endpointOf(
  deps: Pick<Deps, 'models' | 'redaction'>,
  id: ProviderId,
  { key, baseUrl }: ProviderKeyInput,
): ListAddress | Refusal {
  const kind = kindOf(id)
  const account = deps.models.accounts()[id]
  const own = account.config.apiKey
  const url =
    key === undefined && baseUrl === undefined
      ? (account.baseUrl ?? NOWHERE)
      : urlOf(deps, { kind, account }, baseUrl)
  if (url instanceof Refusal) return url
  if (key) return { id, url, key }
  if (key === undefined && own !== undefined) {
    if (url === account.baseUrl) return { id, url, key: own }
    return refuseField('/key', { code: 'fault.keyOfOther', params: { address: account.baseUrl ?? '' } })
  }
  return kind.home === undefined ? { id, url, key: undefined } : needsKey(kind)
}

/**
 * The address of a key: the one that is given with it, else the one that the environment sets, else the usual one. What
 * was entered with an earlier key is none of its own, unless its provider has no other.
 */
function urlOf(
  { redaction }: Pick<Deps, 'redaction'>,
  { kind, account }: { kind: ProviderKind; account: Account },
  baseUrl: string | undefined,
): string | Refusal {
  const fixed = account.baseUrlSource === 'environment' ? account.baseUrl : null
  if (baseUrl === undefined) return fixed ?? kind.home ?? account.baseUrl ?? NOWHERE
  if (redaction.holdsSecret(baseUrl)) return refuseField('/baseUrl', { code: 'fault.secretInAddress' })
  const address = readBaseUrl(baseUrl, kind.usualPath)
  if (!address.ok) return refuseField('/baseUrl', address.why)
  const fault = address.url === fixed ? null : whyNoBaseUrl(address.url)
  return fault === null ? address.url : refuseField('/baseUrl', fault)
}

const NOWHERE = refuseField('/baseUrl', { code: 'fault.noAddress' })

const needsKey = ({ title }: ProviderKind): Refusal =>
  refuseField('/key', { code: 'fault.needsKey', params: { provider: title } })

import type { ModelInfo } from '@/lib/domain/model-info'
import { type Endpoint, failureOf } from '../failure'
import type { Model, Provider } from '../model'
import { readBaseUrl } from './base-url'
import { createStreamingModel, type ProviderWire, type StreamingDeps } from './streaming-model'

/** A model of which more is known than its name. Limits in tokens, as its provider publishes them. */
export type KnownModel = { name: string; title: string } & Pick<
  ModelInfo,
  'contextWindow' | 'maxOutput' | 'prices'
>

/** What is true of a provider before anybody has configured it. */
export type ProviderKind = {
  name: string
  /** Begins a sentence. */
  title: string
  variables: { key: string; address: string }
  /** What a bare origin gets. */
  usualPath: string
  /** Where it is when no address is set; without one, the address must be set and the key need not. */
  home?: string
  models: KnownModel[]
  /** Stands in the list where no model is known. */
  unnamed?: { title: string; description: string; example: string }
  /** Models that can be held to a JSON schema in what they reply; `configured`: where it was said so. */
  repliesBySchema: RegExp | 'configured'
  wire: (at: Address) => ProviderWire
}

export type Address = { url: string; key: string | undefined; repliesBySchema: boolean }

export type ProviderConfig = {
  baseUrl?: string
  apiKey?: string
  /** Whether the server holds replies to a JSON schema; hosted providers are known. */
  repliesBySchema?: boolean
  /** Names as the provider knows them, offered for choice besides the known ones; any other name works too. */
  models: string[]
}

/** One provider as it is configured; where it cannot be used, it says what is missing. */
export function createProvider(kind: ProviderKind, config: ProviderConfig, deps: StreamingDeps): Provider {
  const address = readAddress(kind, config)
  const endpoint = (model: string): Endpoint => ({
    title: titleOf(kind, address),
    model,
    keyName: kind.variables.key,
    addressName: kind.variables.address,
    key: address.ok ? address.key : undefined,
  })
  return {
    name: kind.name,
    model: address.ok
      ? createStreamingModel({ provider: kind.name, endpoint, ...kind.wire(address) }, deps)
      : unusable(address.message, endpoint, deps),
    takesReplySchema: model =>
      kind.repliesBySchema === 'configured' ? asked(config) : kind.repliesBySchema.test(model),
    list: () => list(kind, config.models, address.ok ? null : address.message),
    unavailable: () => (address.ok ? null : address.message),
  }
}

const asked = ({ repliesBySchema = false }: ProviderConfig): boolean => repliesBySchema

type Read = ({ ok: true } & Address) | { ok: false; message: string }

function readAddress({ title, variables, usualPath, home }: ProviderKind, config: ProviderConfig): Read {
  const refuse = (message: string): Read => ({ ok: false, message })
  const key = config.apiKey?.trim() || undefined
  const baseUrl = config.baseUrl?.trim() || home
  if (!baseUrl)
    return refuse(
      `Set ${variables.address} to the address of the server, for example http://127.0.0.1:11434/v1.`,
    )
  if (!key && home) return refuse(`Set ${variables.key} to a key of ${title}.`)
  if (!/^[\x21-\x7e]*$/.test(key ?? '')) return refuse(`${variables.key} holds characters that no key has.`)
  const address = readBaseUrl(baseUrl, usualPath)
  return address.ok
    ? { ok: true, url: address.url, key, repliesBySchema: asked(config) }
    : refuse(`${variables.address} ${address.message}`)
}

const titleOf = ({ title, home }: ProviderKind, address: Read): string =>
  address.ok && address.url !== home ? `${title} at ${address.url}` : title

const unusable =
  (message: string, endpoint: (model: string) => Endpoint, deps: StreamingDeps): Model =>
  async ({ model }) => {
    const at = { endpoint: endpoint(model), text: '', now: deps.now() }
    return { kind: 'failure', failure: failureOf({ kind: 'not_configured', message }, at) }
  }

function list(kind: ProviderKind, named: string[], missing: string | null): ModelInfo[] {
  const base = { provider: kind.name, isDefault: false }
  const state = missing ? { ready: false, unavailable: missing } : { ready: true }
  const others = named.filter(name => kind.models.every(known => known.name !== name))
  const models: KnownModel[] = [...kind.models, ...others.map(name => ({ name, title: name }))]
  if (models.length === 0 && kind.unnamed) {
    const { example, ...shown } = kind.unnamed
    const unavailable = missing ?? `Name a model as the server knows it, for example ${example}.`
    return [{ ...base, id: `${kind.name}:model-name`, ...shown, ready: false, unavailable }]
  }
  return models.map(({ name, ...known }) => ({ ...base, id: `${kind.name}:${name}`, ...known, ...state }))
}

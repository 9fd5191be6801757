import { Agent, type RequestInit, fetch as undiciFetch } from 'undici'
import type { ModelInfo } from '@/lib/domain/run/model-info'
import { type CodedText, phrase, type TextCode } from '@/lib/messages/phrase'
import { lookupServer } from '../base-url-rules'
import { failureOf, type ModelEndpoint } from '../failure'
import type { Model, Provider } from '../model'
import type { ConfiguredWire, Fetch, ProviderWire, StreamingDeps } from './streaming-model'

/** A model about which more is known than its name. Limits are in tokens, as its provider publishes them. */
export type KnownModel = { name: string; title: string } & Pick<
  ModelInfo,
  'contextWindow' | 'maxOutput' | 'prices'
>

/** A provider as it is before anybody has configured it. */
export type ProviderKind = {
  name: string
  /** Begins a sentence. */
  title: string
  variables: { key: string; address: string }
  /** The path added to a bare origin. */
  usualPath: string
  /** The default address; without one, an address must be set but no key is needed. */
  home?: string
  models: KnownModel[]
  /** Listed if no model is known. */
  unnamed?: { title: string; description: string; example: string }
  /** Models whose replies can be held to a JSON schema; `configured`: if the configuration says so. */
  repliesBySchema: RegExp | 'configured'
  /** Models that take pictures; without it, none is known to. */
  images?: RegExp
  wire: (at: ProviderAddress) => ProviderWire
}

type ProviderAddress = { url: string; key: string | undefined; repliesBySchema: boolean }

export type ProviderConfig = {
  baseUrl?: string
  apiKey?: string
  /** Whether the server holds replies to a JSON schema; hosted providers are known. */
  repliesBySchema?: boolean
  /** A person entered it on the page, and mends it there. */
  isEntered?: boolean
  /** Why it cannot be used, where that is known already. */
  fault?: CodedText
}

/** A configured provider; if it cannot be used, it says what is missing. */
export function createProvider(kind: ProviderKind, config: ProviderConfig, deps: StreamingDeps): Provider {
  const address = readAddress(kind, config)
  // What people are told to look at where something is wrong.
  const names: Record<'key' | 'address', string | CodedText> = config.isEntered
    ? { key: { code: 'failure.enteredKey' }, address: { code: 'failure.enteredAddress' } }
    : kind.variables
  const endpoint = (model: string): ModelEndpoint => ({
    title: titleOf(kind, address.ok ? address.url : undefined),
    model,
    keyName: names.key,
    addressName: names.address,
    key: address.ok ? address.key : undefined,
  })
  return {
    name: kind.name,
    model: address.ok
      ? loadedModel({ provider: kind.name, endpoint, ...kind.wire(address) }, deps)
      : unusable(address.why, endpoint, deps),
    takesReplySchema: model =>
      kind.repliesBySchema === 'configured'
        ? config.repliesBySchema === true
        : kind.repliesBySchema.test(model),
    list: (names = []) => list(kind, names, address.ok ? null : address.why),
    unavailable: () => (address.ok ? null : address.why),
  }
}

/** The SDK is loaded with the first request: most of what it takes in memory and time is never used by the demo. */
function loadedModel(wire: ConfiguredWire, deps: StreamingDeps): Model {
  let model: Promise<Model> | undefined
  return async request => {
    model ??= import('./streaming-model').then(({ createStreamingModel }) => createStreamingModel(wire, deps))
    return (await model)(request)
  }
}

type AddressReading = ({ ok: true } & ProviderAddress) | { ok: false; why: CodedText }

function readAddress(
  { title, variables, usualPath, home }: ProviderKind,
  config: ProviderConfig,
): AddressReading {
  const refuse = (why: CodedText): AddressReading => ({ ok: false, why })
  if (config.fault) return refuse(config.fault)
  const key = config.apiKey?.trim() || undefined
  const baseUrl = config.baseUrl?.trim() || home
  if (!baseUrl) return refuse({ code: 'failure.setAddress', params: { address: variables.address } })
  if (!key && home) return refuse({ code: 'failure.setKey', params: { key: variables.key, who: title } })
  if (!/^[\x21-\x7e]*$/.test(key ?? ''))
    return refuse({ code: 'failure.keyCharacters', params: { key: variables.key } })
  const address = readBaseUrl(baseUrl, usualPath, variables.address)
  return address.ok ? { ...address, key, repliesBySchema: config.repliesBySchema === true } : address
}

/** One without a usual address has no name either. */
export function titleOf({ title, home }: ProviderKind, url: string | undefined): string | CodedText {
  const name: string | CodedText = home === undefined ? { code: 'failure.server' } : title
  return url === undefined || url === home ? name : { code: 'failure.elsewhere', params: { name, url } }
}

const unusable =
  (why: CodedText, endpoint: (model: string) => ModelEndpoint, deps: StreamingDeps): Model =>
  async ({ model }) => {
    const at = { endpoint: endpoint(model), text: '', now: deps.now() }
    return { kind: 'failure', failure: failureOf({ kind: 'not_configured', why }, at) }
  }

function list(kind: ProviderKind, names: string[], missing: CodedText | null): ModelInfo[] {
  const base = { provider: kind.name, isDefault: false }
  const state = missing ? unready(missing) : { ready: true }
  const others = names.filter(name => kind.models.every(model => model.name !== name))
  const models: KnownModel[] = [...kind.models, ...others.map(name => ({ name, title: name }))]
  if (models.length === 0 && kind.unnamed) {
    const { example, ...template } = kind.unnamed
    const why: CodedText = missing ?? { code: 'failure.nameModel', params: { example } }
    return [{ ...base, id: `${kind.name}:model-name`, ...template, ...unready(why) }]
  }
  return models.map(({ name, ...model }) => ({
    ...base,
    id: `${kind.name}:${name}`,
    ...model,
    images: kind.images?.test(name) ?? false,
    ...state,
  }))
}

export const unready = (why: CodedText) => ({
  ready: false,
  unavailable: phrase(why),
  unavailableMessage: why,
})

type BaseUrl = { ok: true; url: string } | { ok: false; why: CodedText }

/**
 * Parses a configured base URL: the prefix that endpoint paths are appended to. A bare origin gets `usualPath`.
 * Credentials and queries are refused, since addresses are shown and logged. `name`: what it is called where it is wrong.
 */
export function readBaseUrl(text: string, usualPath: string, name = 'own'): BaseUrl {
  const refuse = (code: TextCode): BaseUrl => ({ ok: false, why: { code, params: { name } } })
  const url = URL.parse(text.trim())
  if (!url || !/^https?:$/.test(url.protocol)) return refuse('fault.noAddressThis')
  if (url.username || url.password) return refuse('fault.userInAddress')
  if (url.search || url.hash) return refuse('fault.endOfAddress')
  const path = url.pathname.replace(/\/+$/, '')
  return { ok: true, url: url.origin + (path || usualPath) }
}

/** By the time that connecting may take: each keeps its connections. */
const agents = new Map<number, Agent>()

function fetchPatiently(address: string, init?: RequestInit, timeout = 10_000) {
  const connect = { lookup: lookupServer, timeout }
  const agent = agents.get(timeout) ?? new Agent({ headersTimeout: 0, bodyTimeout: 0, connect })
  agents.set(timeout, agent)
  return undiciFetch(address, { ...init, dispatcher: agent })
}

/**
 * A fetch that limits nothing but the time to connect: Node's own gives up after five minutes without a byte, which would undercut a longer
 * idle limit. Only the watchdog decides how long a silence is too long. It is the same fetch as Node's, with types
 * that differ in name only; the SDK passes addresses as text.
 */
export const patientFetch = fetchPatiently as unknown as Fetch

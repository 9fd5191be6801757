import { Agent, type RequestInit, fetch as undiciFetch } from 'undici'
import type { ModelInfo } from '@/lib/domain/run/model-info'
import { lookupServer } from '../base-url-rules'
import { type Endpoint, failureOf } from '../failure'
import type { Model, Provider } from '../model'
import { createStreamingModel, type Fetch, type ProviderWire, type StreamingDeps } from './streaming-model'

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

export type ProviderAddress = { url: string; key: string | undefined; repliesBySchema: boolean }

export type ProviderConfig = {
  baseUrl?: string
  apiKey?: string
  /** Whether the server holds replies to a JSON schema; hosted providers are known. */
  repliesBySchema?: boolean
  /** A person entered it on the page, and mends it there. */
  isEntered?: boolean
  /** Why it cannot be used, where that is known already. */
  fault?: string
}

/** A configured provider; if it cannot be used, it says what is missing. */
export function createProvider(kind: ProviderKind, config: ProviderConfig, deps: StreamingDeps): Provider {
  const address = readAddress(kind, config)
  const names = namesOf(kind, config)
  const endpoint = (model: string): Endpoint => ({
    title: titleOf(kind, address),
    model,
    keyName: names.key,
    addressName: names.address,
    key: address.ok ? address.key : undefined,
  })
  return {
    name: kind.name,
    model: address.ok
      ? createStreamingModel({ provider: kind.name, endpoint, ...kind.wire(address) }, deps)
      : unusable(address.message, endpoint, deps),
    takesReplySchema: model =>
      kind.repliesBySchema === 'configured' ? asked(config) : kind.repliesBySchema.test(model),
    seesImages: model => seesImages(kind, model),
    list: (names = []) => list(kind, names, address.ok ? null : address.message),
    unavailable: () => (address.ok ? null : address.message),
  }
}

const seesImages = ({ images }: ProviderKind, model: string): boolean => images?.test(model) ?? false

const asked = ({ repliesBySchema = false }: ProviderConfig): boolean => repliesBySchema

type AddressReading = ({ ok: true } & ProviderAddress) | { ok: false; message: string }

/** What people are told to look at where something is wrong. */
const namesOf = ({ variables }: ProviderKind, { isEntered = false }: ProviderConfig) =>
  isEntered
    ? { key: 'its key under “Connect a model”', address: 'its address under “Connect a model”' }
    : variables

function readAddress(
  { title, variables, usualPath, home }: ProviderKind,
  config: ProviderConfig,
): AddressReading {
  const refuse = (message: string): AddressReading => ({ ok: false, message })
  if (config.fault) return refuse(config.fault)
  const key = config.apiKey?.trim() || undefined
  const baseUrl = config.baseUrl?.trim() || home
  if (!baseUrl)
    return refuse(
      `Set ${variables.address} to the address of the server, for example http://127.0.0.1:11434/v1, or name it under “Connect a model”.`,
    )
  if (!key && home)
    return refuse(`Set ${variables.key} to a key of ${title}, or enter one under “Connect a model”.`)
  if (!/^[\x21-\x7e]*$/.test(key ?? '')) return refuse(`${variables.key} holds characters that no key has.`)
  const address = readBaseUrl(baseUrl, usualPath)
  return address.ok
    ? { ok: true, url: address.url, key, repliesBySchema: asked(config) }
    : refuse(`${variables.address} ${address.message}`)
}

const titleOf = ({ title, home }: ProviderKind, address: AddressReading): string =>
  address.ok && address.url !== home ? `${title} at ${address.url}` : title

const unusable =
  (message: string, endpoint: (model: string) => Endpoint, deps: StreamingDeps): Model =>
  async ({ model }) => {
    const at = { endpoint: endpoint(model), text: '', now: deps.now() }
    return { kind: 'failure', failure: failureOf({ kind: 'not_configured', message }, at) }
  }

function list(kind: ProviderKind, names: string[], missing: string | null): ModelInfo[] {
  const base = { provider: kind.name, isDefault: false }
  const state = missing ? { ready: false, unavailable: missing } : { ready: true }
  const others = names.filter(name => kind.models.every(known => known.name !== name))
  const models: KnownModel[] = [...kind.models, ...others.map(name => ({ name, title: name }))]
  if (models.length === 0 && kind.unnamed) {
    const { example, ...shown } = kind.unnamed
    const unavailable = missing ?? `Name a model as the server knows it, for example ${example}.`
    return [{ ...base, id: `${kind.name}:model-name`, ...shown, ready: false, unavailable }]
  }
  return models.map(({ name, ...known }) => ({
    ...base,
    id: `${kind.name}:${name}`,
    ...known,
    images: seesImages(kind, name),
    ...state,
  }))
}

export type BaseUrl = { ok: true; url: string } | { ok: false; message: string }

/**
 * Parses a configured base URL: the prefix that endpoint paths are appended to. A bare origin gets `usualPath`.
 * Credentials and queries are refused, since addresses are shown and logged.
 */
export function readBaseUrl(text: string, usualPath: string): BaseUrl {
  const url = URL.parse(text.trim())
  if (!url || !/^https?:$/.test(url.protocol))
    return refuseUrl('is not an address. Write it like http://127.0.0.1:11434/v1.')
  if (url.username || url.password) return refuseUrl('must not hold a user or a password.')
  if (url.search || url.hash) return refuseUrl('must end with its path: no “?” and no “#”.')
  const path = url.pathname.replace(/\/+$/, '')
  return { ok: true, url: url.origin + (path || usualPath) }
}

const refuseUrl = (message: string): BaseUrl => ({ ok: false, message })

const agent = new Agent({ headersTimeout: 0, bodyTimeout: 0, connect: { lookup: lookupServer } })

const fetchPatiently = (address: string, init?: RequestInit) =>
  undiciFetch(address, { ...init, dispatcher: agent })

/**
 * A fetch without a time limit: Node's own gives up after five minutes without a byte, which would undercut a longer
 * idle limit. Only the watchdog decides how long a silence is too long. It is the same fetch as Node's, with types
 * that differ in name only; the SDK passes addresses as text.
 */
export const patientFetch = fetchPatiently as unknown as Fetch

import * as z from 'zod'
import type { ProviderId, ProviderTest } from '@/lib/domain/contract/provider-operations'
import { ModelId } from '@/lib/domain/session/session'
import { type CodedText, phrase } from '@/lib/messages/phrase'
import { jsonIn } from '@/lib/text/json/json-value'
import { limitedBytes } from '@/lib/text/limited-bytes'
import { kindOf } from './accounts'
import { patientFetch, titleOf } from './ai-sdk/provider'
import { failureOf, type ModelEndpoint } from './failure'
import { type Fault, readErrorBody } from './fault'

/** Where a provider is asked, and with which key. */
export type ListAddress = { id: ProviderId; url: string; key: string | undefined }

type ListLimits = { patienceMs: number; bytes: number; signal?: AbortSignal }

/** Some servers list hundreds of models with a page about each. */
const LIMITS: ListLimits = { patienceMs: 10_000, bytes: 5_000_000 }

/** Nobody chooses from a longer list. */
const MOST_MODELS = 500
const MOST_CHARS = 120

const bearer = (key: string | undefined): Record<string, string> =>
  key === undefined ? {} : { authorization: `Bearer ${key}` }

/** How each provider is asked, and which of what it lists can hold a conversation, where it does not say. */
const FORMS: Record<
  ProviderId,
  { query: string; headers: (key: string | undefined) => Record<string, string>; others?: RegExp }
> = {
  openai: {
    query: '',
    headers: bearer,
    others:
      /embedding|whisper|tts|dall-e|moderation|image|audio|realtime|transcribe|sora|^(babbage|davinci|ft:babbage|ft:davinci)/,
  },
  anthropic: {
    query: '?limit=1000',
    headers: (key = '') => ({ 'x-api-key': key, 'anthropic-version': '2023-06-01' }),
  },
  google: { query: '?pageSize=1000', headers: (key = '') => ({ 'x-goog-api-key': key }) },
  compatible: { query: '', headers: bearer },
}

/**
 * Asks a provider for its models, once: whether it is there, speaks its language and takes the key. Nothing is followed
 * and nothing kept; the key goes to this address and nowhere else.
 */
export async function askForModels(at: ListAddress, limits: Partial<ListLimits> = {}): Promise<ProviderTest> {
  const { patienceMs, bytes, signal } = { ...LIMITS, ...limits }
  const late = AbortSignal.timeout(patienceMs)
  const until = signal ? AbortSignal.any([late, signal]) : late
  try {
    return await ask(at, { bytes, signal: until })
  } catch (error) {
    if (late.aborted) return failed(at, { kind: 'silence', ms: patienceMs })
    if (signal?.aborted) return failed(at, { kind: 'aborted' })
    return failed(at, unreachable(error))
  }
}

const UNTYPED: CodedText = { code: 'failure.untyped' }
const OWN_ADDRESS: CodedText = { code: 'failure.ownAddress' }

async function ask(
  at: ListAddress,
  { bytes, signal }: { bytes: number; signal: AbortSignal },
): Promise<ProviderTest> {
  const { id, url, key } = at
  const { query, headers } = FORMS[id]
  const response = await patientFetch(`${url}/models${query}`, {
    headers: { accept: 'application/json', ...headers(key) },
    redirect: 'manual',
    signal,
  })
  const text = await limitedText(response, bytes)
  if (!response.ok) {
    const answer = { status: response.status, headers: Object.fromEntries(response.headers) }
    return failed(at, { kind: 'refused', errorBody: readErrorBody(text ?? ''), ...answer })
  }
  const who = { who: titleOf(kindOf(id), url), address: OWN_ADDRESS }
  if (text === null) return noList({ code: 'failure.longList', params: { limit: bytes / 1_000_000, ...who } })
  const models = namesIn(id, text)
  const type = response.headers.get('content-type')?.split(';')[0]?.trim() || UNTYPED
  return models ? { ok: true, models } : noList({ code: 'failure.noList', params: { type, ...who } })
}

const noList = (codedText: CodedText): ProviderTest => ({ ok: false, error: phrase(codedText), codedText })

/** `null` where it is longer. */
export async function limitedText(response: Response, limit: number): Promise<string | null> {
  return (await limitedBytes(response, limit))?.toString('utf8') ?? null
}

const Item = z.object({ id: z.string(), display_name: z.string().optional() })
const GoogleItem = z.object({
  name: z.string(),
  displayName: z.string().optional(),
  supportedGenerationMethods: z.array(z.string()).optional(),
})

function itemsIn(id: ProviderId, value: unknown): { name: string; title: string | undefined }[] | null {
  if (id !== 'google') {
    const list = z.object({ data: z.array(Item) }).safeParse(value)
    return list.success ? list.data.data.map(item => ({ name: item.id, title: item.display_name })) : null
  }
  const list = z.object({ models: z.array(GoogleItem) }).safeParse(value)
  if (!list.success) return null
  return list.data.models
    .filter(({ supportedGenerationMethods: methods }) => methods?.includes('generateContent') ?? true)
    .map(({ name, displayName }) => ({ name: name.replace(/^models\//, ''), title: displayName }))
}

/** Those that are known come first, as they are known; null where it is no list of models. */
function namesIn(id: ProviderId, text: string): NonNullable<ProviderTest['models']> | null {
  const items = itemsIn(id, jsonIn(text))
  if (!items) return null
  const { models, name: provider } = kindOf(id)
  const { others } = FORMS[id]
  const rank = (name: string): number => {
    const index = models.findIndex(model => model.name === name)
    return index === -1 ? models.length : index
  }
  return items
    .filter(({ name }) => ModelId.safeParse(`${provider}:${name}`).success && !others?.test(name))
    .sort((one, other) => rank(one.name) - rank(other.name))
    .slice(0, MOST_MODELS)
    .map(({ name, title }) => ({
      id: `${provider}:${name}`,
      title: (models.find(model => model.name === name)?.title ?? title ?? name).slice(0, MOST_CHARS),
    }))
}

function failed({ id, url, key }: ListAddress, fault: Fault): ProviderTest {
  const endpoint: ModelEndpoint = {
    title: titleOf(kindOf(id), url),
    model: { code: 'failure.anyModel' },
    keyName: { code: 'failure.ownKey' },
    addressName: OWN_ADDRESS,
    key,
  }
  const { message, codedText } = failureOf(fault, { endpoint, text: '', now: Date.now() })
  return { ok: false, error: message, codedText }
}

/** What broke first, below what was made of it: its code, for example ECONNREFUSED, says most. */
const innermost = (error: unknown): unknown =>
  error instanceof Error && error.cause !== undefined ? innermost(error.cause) : error

function unreachable(error: unknown): Fault {
  const cause = innermost(error)
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : undefined
  return { kind: 'unreachable', code, words: cause instanceof Error ? cause.message : String(cause) }
}

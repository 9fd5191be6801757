import { ApiProblem, fetchApi } from '@/lib/client/api/fetch-api'
import { KEYS } from '@/lib/client/queries/keys'
import { useChange } from '@/lib/client/queries/use-api'
import type { ProviderId, ProviderKeyInput, ProviderTest } from '@/lib/domain/contract/provider-operations'
import type { ModelInfo } from '@/lib/domain/run/model-info'

/** What a key, or the choice of a model, may change. */
export const MODEL_KEYS = [KEYS.providers, KEYS.models, KEYS.settings]

/** A way to a provider. What is empty is meant as it is set. */
export type Way = { provider: ProviderId; key: string; baseUrl: string }

/** `isTested`: whether the way was tried before. `sessionId`: the session that the model answers from now on, beside new ones. */
type ModelChoice = { way: Way; isTested: boolean; model: string; sessionId?: string | undefined }

/** `answering`: the model of new sessions, which the environment may have named. */
export type Connection = { model: string; models: ModelInfo[]; answering: string; isHere: boolean }

export type ProviderModels = NonNullable<ProviderTest['models']>

/** Asks a provider for its models. Nothing is stored. */
export const testWay = (way: Way): Promise<ProviderTest> =>
  fetchApi('POST /api/providers/{provider}/test', {
    params: { provider: way.provider },
    body: inputOf(way),
  })

/** Another address without a key is asked without one, if it may be: the key that is set is not for it. */
function inputOf({ provider, ...way }: Way): ProviderKeyInput {
  const key = way.key.trim()
  const baseUrl = way.baseUrl.trim()
  const isKeyless = key === '' && baseUrl !== '' && provider === 'compatible'
  return {
    ...(key === '' ? {} : { key }),
    ...(isKeyless ? { key: null } : {}),
    ...(baseUrl === '' ? {} : { baseUrl }),
  }
}

/** Lets a model answer. A repeat after an error does the same again, so nothing is left half done. */
export const useConnect = (onConnected: (connection: Connection) => void) =>
  useChange(async (choice: ModelChoice) => onConnected(await connect(choice)), { refetches: MODEL_KEYS })

async function connect({ way, isTested, model, sessionId }: ModelChoice): Promise<Connection> {
  const body = inputOf(way)
  const test: ProviderTest = isTested ? { ok: true } : await testWay(way)
  if (!test.ok) throw new ApiProblem('unavailable', test.error ?? '', { codedText: test.codedText })
  if (Object.keys(body).length > 0)
    await fetchApi('PUT /api/providers/{provider}/key', { params: { provider: way.provider }, body })
  await fetchApi('PATCH /api/settings', { body: { defaultModel: model } })
  if (sessionId !== undefined)
    await fetchApi('PATCH /api/sessions/{id}', { params: { id: sessionId }, body: { model } })
  const { items } = await fetchApi('GET /api/models')
  const answering = items.find(({ isDefault }) => isDefault)?.id ?? model
  return { model, models: items, answering, isHere: sessionId !== undefined }
}

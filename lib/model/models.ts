import type { ModelInfo } from '@/lib/domain/run/model-info'
import { ModelId } from '@/lib/domain/session/session'
import { openaiChat } from '@/lib/model/ai-sdk/compatible'
import { anthropic } from './ai-sdk/anthropic'
import { compatible } from './ai-sdk/compatible'
import { google } from './ai-sdk/google'
import { openai } from './ai-sdk/openai'
import { createProvider, type ProviderConfig, type ProviderKind } from './ai-sdk/provider'
import type { StreamingDeps } from './ai-sdk/streaming-model'
import type { Model, Provider } from './model'
import { createScripted } from './scripted/scripted'
import type { Sleep } from './scripted/speak'

/** The configuration; nothing is read from the environment here. */
export type ModelsConfig = {
  /** `provider:model`. Unset: the first provider that can be used and knows a model, else the demo. */
  defaultModel?: string
} & Partial<Record<Account, Pick<ProviderConfig, 'baseUrl' | 'apiKey' | 'repliesBySchema'>>>

/** The owners of keys and addresses; both APIs of OpenAI share theirs. */
type Account = 'openai' | 'anthropic' | 'google' | 'compatible'

/** The first that can be used and knows a model gives the default. */
const KINDS: [Account, ProviderKind][] = [
  ['openai', openai],
  ['openai', openaiChat],
  ['anthropic', anthropic],
  ['google', google],
  ['compatible', compatible],
]

export type ModelsDeps = StreamingDeps & { sleep: Sleep }

/** `name` is the part of the id behind `provider:`. */
export type FoundModel =
  | { kind: 'found'; provider: Provider; name: string; model: Model }
  | { kind: 'refused'; reason: string }

export type Models = {
  list: () => ModelInfo[]
  find: (id: string) => FoundModel
  defaultId: string
}

export function createModels(config: ModelsConfig, deps: ModelsDeps): Models {
  const chosen = config.defaultModel?.trim() || undefined
  const [chosenProvider, chosenName = ''] = split(chosen ?? '')
  const providers = [
    ...KINDS.map(([account, kind]) => {
      const models = kind.name === chosenProvider ? [chosenName] : []
      return createProvider(kind, { ...config[account], models }, deps)
    }),
    createScripted({ sleep: deps.sleep }),
  ]
  const known = providers.flatMap(provider => provider.list())
  const defaultId = chosen ?? known.find(isUsual)?.id ?? 'scripted:demo'
  const find = (id: string): FoundModel => findModel(id, providers)
  const listed = [...known, ...unlisted(defaultId, known, find)].map(info => ({
    ...info,
    isDefault: info.id === defaultId,
  }))
  return { list: () => listed, find, defaultId }
}

const isUsual = (info: ModelInfo): boolean => info.ready && info.provider !== 'scripted'

function findModel(id: string, providers: Provider[]): FoundModel {
  const [providerName, name = ''] = split(id)
  const provider = providers.find(candidate => candidate.name === providerName)
  if (!provider || !ModelId.safeParse(id).success)
    return {
      kind: 'refused',
      reason: `“${id}” names no model. Write it as provider:model, for example scripted:demo.`,
    }
  if (providerName === 'scripted' && !provider.list().some(info => info.id === id))
    return {
      kind: 'refused',
      reason: `There is no ${id}, only ${provider
        .list()
        .map(info => info.id)
        .join(' and ')}.`,
    }
  return { kind: 'found', provider, name, model: provider.model }
}

/** A model's name may itself hold colons. */
const split = (id: string): string[] => [id.slice(0, id.indexOf(':')), id.slice(id.indexOf(':') + 1)]

/** The default is listed even if it cannot be used, so that the list says why. */
function unlisted(id: string, models: ModelInfo[], find: (id: string) => FoundModel): ModelInfo[] {
  const found = find(id)
  if (models.some(info => info.id === id) || found.kind === 'found' || !ModelId.safeParse(id).success)
    return []
  const [provider = '', name = ''] = split(id)
  return [{ id, provider, title: name, ready: false, unavailable: found.reason, isDefault: true }]
}

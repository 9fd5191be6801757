import type { ProviderId } from '@/lib/domain/contract/provider-operations'
import type { ModelInfo } from '@/lib/domain/run/model-info'
import { ModelId } from '@/lib/domain/session/session'
import type { CodedText } from '@/lib/messages/phrase'
import { ACCOUNTS, type Account, accountOf, type EnvironmentAccount } from './accounts'
import { createProvider, unready } from './ai-sdk/provider'
import type { StreamingDeps } from './ai-sdk/streaming-model'
import type { KeyFile } from './key-file'
import type { Model, Provider } from './model'
import { createScripted } from './scripted/scripted'
import type { Sleep } from './scripted/speak'

/** The configuration by the environment, which is read elsewhere. */
export type ModelsConfig = {
  /** `provider:model`. It wins over what people choose. */
  defaultModel?: string
} & Partial<Record<ProviderId, EnvironmentAccount>>

/** `keys`: what people entered, as it is by then. */
type ModelsDeps = StreamingDeps & { sleep: Sleep; keys?: Pick<KeyFile, 'entries'> }

/** `name` is the part of the id behind `provider:`. */
type FoundModel =
  | { kind: 'found'; provider: Provider; name: string; model: Model }
  | { kind: 'refused'; reason: CodedText }

/**
 * All as it is when it is asked for. `chosen` is the default that people set; without one it is the first provider that
 * can be used and knows a model, else the demo.
 */
export type Models = {
  list: (chosenId?: string | null) => ModelInfo[]
  find: (id: string) => FoundModel
  defaultId: (chosenId?: string | null) => string
  /** The default of the environment. */
  fixedId: string | undefined
  accounts: () => Record<ProviderId, Account & { unavailable: CodedText | null }>
}

export function createModels(config: ModelsConfig, deps: ModelsDeps): Models {
  const fixedId = config.defaultModel?.trim() || undefined
  const providers = cachedProviders(config, deps)
  const find = (id: string): FoundModel => findModel(id, providers().all)
  const defaultId = (chosenId?: string | null): string =>
    fixedId ?? chosenId ?? listAll(providers().all).find(isUsual)?.id ?? 'scripted:demo'
  const list = (chosenId?: string | null): ModelInfo[] => {
    const id = defaultId(chosenId)
    const listed = listAll(providers().all, id)
    return [...listed, ...unlisted(id, listed, find)].map(info => ({ ...info, isDefault: info.id === id }))
  }
  return { list, find, defaultId, fixedId, accounts: () => providers().accounts }
}

type Providers = { all: Provider[]; accounts: ReturnType<Models['accounts']> }

/** They are made anew only when a key was entered or forgotten: each keeps connections and schemas. */
function cachedProviders(config: ModelsConfig, deps: ModelsDeps): () => Providers {
  const scripted = createScripted({ sleep: deps.sleep })
  const entries = deps.keys?.entries ?? (() => NO_KEYS)
  let cached: { entries: unknown; providers: Providers } | undefined
  return () => {
    const now = entries()
    if (cached?.entries !== now) {
      const all: Provider[] = []
      const accounts: Partial<Providers['accounts']> = {}
      for (const { id, kinds } of ACCOUNTS) {
        const account = accountOf(kinds[0], config[id] ?? {}, now[id])
        const own = kinds.map(kind => createProvider(kind, account.config, deps))
        all.push(...own)
        accounts[id] = { ...account, unavailable: own[0]?.unavailable() ?? null }
      }
      cached = {
        entries: now,
        providers: { all: [...all, scripted], accounts: accounts as Providers['accounts'] },
      }
    }
    return cached.providers
  }
}

const NO_KEYS: ReturnType<KeyFile['entries']> = {}

/** The known models, and a further one where its provider does not know it. */
function listAll(providers: Provider[], more = ''): ModelInfo[] {
  const [moreProvider, name = ''] = split(more)
  return providers.flatMap(provider => provider.list(provider.name === moreProvider ? [name] : []))
}

const isUsual = (info: ModelInfo): boolean => info.ready && info.provider !== 'scripted'

function findModel(id: string, providers: Provider[]): FoundModel {
  const [providerName, name = ''] = split(id)
  const provider = providers.find(candidate => candidate.name === providerName)
  if (!provider || !ModelId.safeParse(id).success)
    return { kind: 'refused', reason: { code: 'fault.noModel', params: { id } } }
  const ids = providerName === 'scripted' ? provider.list().map(info => info.id) : [id]
  if (!ids.includes(id))
    return { kind: 'refused', reason: { code: 'fault.noDemo', params: { id, names: ids.join(', ') } } }
  return { kind: 'found', provider, name, model: provider.model }
}

/** A model's name may itself hold colons. */
const split = (id: string): string[] => [id.slice(0, id.indexOf(':')), id.slice(id.indexOf(':') + 1)]

/** The default is listed even if it cannot be used, so that the list says why. */
function unlisted(id: string, models: ModelInfo[], find: (id: string) => FoundModel): ModelInfo[] {
  const model = find(id)
  if (models.some(info => info.id === id) || model.kind === 'found' || !ModelId.safeParse(id).success)
    return []
  const [provider = '', name = ''] = split(id)
  return [{ id, provider, title: name, ...unready(model.reason), isDefault: true }]
}

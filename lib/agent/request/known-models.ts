import type { ModelInfo, ModelOverrides } from '@/lib/domain/run/model-info'
import type { Session } from '@/lib/domain/session/session'
import type { CodedText } from '@/lib/messages/phrase'
import { thinkingLevels } from '@/lib/models/thinking-levels'
import type { Tx } from '@/lib/store/connection/database'
import { modelSetting, modelSettings } from '@/lib/store/installation/model-setting'
import { readSettings } from '@/lib/store/installation/setting'
import type { Deps } from '../process/deps'

/**
 * The models that can be chosen, with what people have set of them in place of what is known. One that is in
 * no provider's list is there too, as soon as something is set of it.
 */
export async function knownModels(deps: Pick<Deps, 'models'>, tx: Tx): Promise<ModelInfo[]> {
  const settings = await modelSettings(tx)
  const { defaultModel: chosenModel } = await readSettings(tx)
  const listed = deps.models.list(chosenModel)
  const others = [...settings].flatMap(([id, set]) =>
    isSet(set) && !listed.some(info => info.id === id) ? (modelInfo(deps, id) ?? []) : [],
  )
  return [...listed, ...others].map(info => withOverrides(info, settings.get(info.id)))
}

/** The model of a session that names none. */
export async function defaultModel({ models }: Pick<Deps, 'models'>, tx: Tx): Promise<string> {
  return models.defaultId(models.fixedId ?? (await readSettings(tx)).defaultModel)
}

/** A model by its id, also one that is in no list; null where there is no such provider. */
export async function knownModel(deps: Pick<Deps, 'models'>, tx: Tx, id: string): Promise<ModelInfo | null> {
  return modelWith(deps, id, await modelSetting(tx, id))
}

/** A model by its id, with what people have set of it. */
export function modelWith(
  deps: Pick<Deps, 'models'>,
  id: string,
  set: ModelOverrides | undefined,
): ModelInfo | null {
  const info = modelInfo(deps, id)
  return info && withOverrides(info, set)
}

/** Its provider knows it, or takes it by its name. */
function modelInfo({ models }: Pick<Deps, 'models'>, id: string): ModelInfo | null {
  const model = models.find(id)
  if (model.kind === 'refused') return models.list().find(listed => listed.id === id) ?? null
  const info = model.provider.list([model.name]).find(listed => listed.id === id)
  return info ? { ...info, isDefault: id === models.defaultId() } : null
}

const isSet = (overrides: ModelOverrides): boolean =>
  Object.values(overrides).some(value => value !== undefined)

function withOverrides(listed: ModelInfo, set: ModelOverrides | undefined): ModelInfo {
  const info = { ...listed, thinking: thinkingLevels(listed.id) }
  if (!set || !isSet(set)) return info
  const overrides = Object.fromEntries(Object.entries(set).filter(([, value]) => value !== undefined))
  return { ...info, ...overrides, overrides }
}

/** That a model lacks a level, and which it has; null where it has it. */
export function lacksLevel({ model, thinking }: Pick<Session, 'model' | 'thinking'>): CodedText | null {
  const levels = thinkingLevels(model)
  return levels.includes(thinking)
    ? null
    : { code: 'fault.noLevel', params: { model, level: thinking, levels: levels.join(', ') } }
}

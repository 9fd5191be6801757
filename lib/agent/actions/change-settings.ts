import type { InstallationPatch, InstallationSettings } from '@/lib/domain/contract/installation-operations'
import type { Person } from '@/lib/domain/contract/person'
import { Refusal, refuse, refuseField } from '@/lib/domain/contract/problem'
import type { ModelInfo, ModelPatch } from '@/lib/domain/run/model-info'
import { saveModelSetting } from '@/lib/store/installation/model-setting'
import { readSettings, saveSettings } from '@/lib/store/installation/setting'
import type { Deps } from '../process/deps'
import { defaultModel, knownModel } from '../request/known-models'
import { transact } from '../write/transaction'
import { mergeDefaults } from './session-settings'

/** A person sets something of the whole installation; its record keeps who set what. */
export async function changeSettings(
  deps: Deps,
  { patch, person }: { patch: InstallationPatch; person: Person },
): Promise<InstallationSettings | Refusal> {
  const { defaultModel: id } = patch
  if (id) {
    const model = deps.models.find(id)
    if (deps.redaction.holdsSecret(id)) return refuseField('/defaultModel', { code: 'fault.secretInName' })
    if (model.kind === 'refused') return refuseField('/defaultModel', model.reason)
  }
  return transact<InstallationSettings>(deps, undefined, async unit => {
    const { sessionDefaults: defaultsPatch, ...settings } = deps.redaction.mask(patch)
    const before = (await readSettings(unit.tx)).sessionDefaults
    const sessionDefaults = defaultsPatch && (await mergeDefaults(deps, before, defaultsPatch))
    if (sessionDefaults instanceof Refusal) return sessionDefaults
    await saveSettings(unit.tx, { patch: { ...settings, sessionDefaults }, at: unit.at })
    await unit.record({ type: 'settings.changed', data: { ...settings, sessionDefaults, by: person.id } })
    return readSettings(unit.tx)
  })
}

/** A person says what a model takes or costs; the installation's record keeps who said what. */
export async function changeModel(
  deps: Deps,
  { id, patch, person }: { id: string; patch: ModelPatch; person: Person },
): Promise<ModelInfo | Refusal> {
  return transact<ModelInfo>(deps, undefined, async unit => {
    const noModel = refuse('not_found', { code: 'problem.noModel' })
    if (!(await knownModel(deps, unit.tx, id))) return noModel
    await saveModelSetting(unit.tx, { id, patch, at: unit.at })
    await unit.record({ type: 'model.changed', data: { modelId: id, ...patch, by: person.id } })
    const model = await knownModel(deps, unit.tx, id)
    return model ? { ...model, isDefault: id === (await defaultModel(deps, unit.tx)) } : noModel
  })
}

import type { InstallationPatch, InstallationSettings } from '@/lib/domain/contract/installation-operations'
import type { Person } from '@/lib/domain/contract/person'
import { type Refusal, refuse, refuseField } from '@/lib/domain/contract/problem'
import type { ModelInfo, ModelPatch } from '@/lib/domain/run/model-info'
import { saveModelSetting } from '@/lib/store/connection/model-setting'
import { readSettings, saveSettings } from '@/lib/store/connection/setting'
import { databaseNow } from '@/lib/store/connection/sql'
import type { Words } from '@/lib/text/words/phrase'
import type { Deps } from '../process/deps'
import { holdsSecret } from '../process/redaction'
import { defaultModel, knownModel } from '../request/known-models'
import { addInstallationFact } from '../write/installation-chain'
import { transact } from '../write/transaction'

/** A person sets something of the whole installation; its record keeps who set what. */
export async function changeSettings(
  deps: Deps,
  { patch, person }: { patch: InstallationPatch; person: Person },
): Promise<InstallationSettings | Refusal> {
  const fault = patch.defaultModel ? whyNoDefault(deps, patch.defaultModel) : null
  if (fault) return refuseField('/defaultModel', fault)
  return transact<InstallationSettings>(deps, undefined, async unit => {
    const at = await databaseNow(unit.tx, deps.clock.offsetMs)
    await saveSettings(unit.tx, { patch, at })
    const data = { ...patch, by: person.id }
    await addInstallationFact(deps, { tx: unit.tx, at }, { type: 'settings.changed', data })
    return readSettings(unit.tx)
  })
}

function whyNoDefault({ models, redaction }: Deps, id: string): Words | null {
  if (holdsSecret(redaction, id)) return { code: 'fault.secretInName' }
  const model = models.find(id)
  return model.kind === 'refused' ? model.reason : null
}

/** A person says what a model takes or costs; the installation's record keeps who said what. */
export async function changeModel(
  deps: Deps,
  { id, patch, person }: { id: string; patch: ModelPatch; person: Person },
): Promise<ModelInfo | Refusal> {
  return transact<ModelInfo>(deps, undefined, async unit => {
    const noModel = refuse('not_found', { code: 'problem.noModel' })
    if (!(await knownModel(deps, unit.tx, id))) return noModel
    const at = await databaseNow(unit.tx, deps.clock.offsetMs)
    await saveModelSetting(unit.tx, { id, patch, at })
    const data = { modelId: id, ...patch, by: person.id }
    await addInstallationFact(deps, { tx: unit.tx, at }, { type: 'model.changed', data })
    const model = await knownModel(deps, unit.tx, id)
    return model ? { ...model, isDefault: id === (await defaultModel(deps, unit.tx)) } : noModel
  })
}

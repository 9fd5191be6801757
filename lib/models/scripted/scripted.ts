import type { ModelInfo } from '@/lib/domain/run/model-info'
import type { Provider } from '../model'
import { createDemo } from './demo'
import { createReplay } from './replay'
import { scriptedFailure } from './scripted-solution'
import type { Sleep } from './speak'

/** Scripted models: they need no key and no network. */
export function createScripted(deps: { sleep: Sleep }): Provider {
  const models = { demo: createDemo(deps), replay: createReplay(deps) }
  return {
    name: 'scripted',
    model: async request => {
      const { model, purpose } = request
      if (model === 'demo' || model === 'replay')
        return purpose === 'compaction' ? models.replay(request) : models[model](request)
      const params = { id: `scripted:${request.model}`, names: 'scripted:demo, scripted:replay' }
      return scriptedFailure(request, { kind: 'no_model', why: { code: 'fault.noDemo', params } }, '')
    },
    list: () => LIST,
    takesReplySchema: () => false,
    unavailable: () => null,
  }
}

const BOTH = { provider: 'scripted', ready: true, isDefault: false }
const LIST: ModelInfo[] = [
  {
    ...BOTH,
    id: 'scripted:demo',
    title: 'Demo',
    description: 'No language model: a small program that understands a few sentences. Needs no key.',
  },
  {
    ...BOTH,
    id: 'scripted:replay',
    title: 'Replay',
    description: 'No language model: answers with the script in your message, faults included.',
  },
]

import * as z from 'zod'
import { SET_STATE } from '@/lib/domain/call/tool'
import { patchedState, type State, StatePatch } from '@/lib/domain/session/state'
import { type CodedText, firstOf, phrase } from '@/lib/messages/phrase'
import { oneLine } from '@/lib/text/truncate'
import { CONTROL, defineTool } from '../define-tool'
import { errorsText } from '../read-arguments'
import { previewText } from './preview-text'

const Arguments = z.strictObject({
  patch: StatePatch.describe(
    'A JSON merge patch: keys to set, objects to merge into what is there, null to take a key away.',
  ),
})

export const setState = defineTool({
  name: SET_STATE,
  title: 'Set state',
  description:
    'Changes the state of this session: one JSON object that you are shown with every request, for what you have to ' +
    'keep in mind exactly, such as values you found and decisions that were made. The person sees it and may change it.',
  ...CONTROL,
  arguments: Arguments,
  paths: () => [],
  preview: async ({ patch }, context) => {
    const before = await context.state()
    const patched = patchedState(before, patch, '/patch')
    if (!patched.ok)
      return { kind: 'error', message: errorsText(SET_STATE, patched.errors), errors: patched.errors }
    const text = { before: written(before), after: written(patched.state) }
    return previewText({ name: 'State', codedText: stateWords(patch) }, text, context.compute)
  },
  perform: async ({ patch }) => ({
    kind: 'ok',
    text: `${phrase(stateWords(patch))}.`,
    controlEffect: { kind: 'state', patch },
  }),
})

const written = (state: State): string => `${JSON.stringify(state, null, 2)}\n`

/** The most keys to name. */
const MOST = 5

function stateWords(patch: State): CodedText {
  const keys = Object.keys(patch)
  if (keys.length === 0) return { code: 'control.stateSame' }
  const parts: CodedText[] = keys.map(key => ({
    code: patch[key] === null ? 'control.stateRemoved' : 'control.stateKey',
    params: { name: oneLine(key) },
  }))
  return { code: 'control.state', parts: firstOf(parts, MOST, 'control.stateMore') }
}

import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { CopyCode } from '@/components/text/code-block'
import { VisibleText } from '@/components/text/visible-text'
import { Button } from '@/components/ui/button'
import {
  type CallDraft,
  callDrafts,
  draftKey,
  dropDraft,
  openForms,
} from '@/lib/client/decisions/call-drafts'
import { formRequest } from '@/lib/client/decisions/key-command'
import { useObservable } from '@/lib/client/page/page-state'
import { isWaiting } from '@/lib/domain/call/call-state'
import type { SessionView } from '@/lib/domain/session/view'
import { goToCall, splitReads } from '../set/call-focus'
import { isMine } from '../set/deciding'

/** What was begun about Calls of a session and is in no open form: offered again, or to be taken along by hand. */
export function KeptDrafts({ view }: { view: SessionView }) {
  const drafts = useObservable(callDrafts)
  const open = useObservable(openForms)
  const calls = view.openSets.flatMap(set => set.calls)
  const waiting = new Set(calls.filter(isWaiting).map(({ id }) => id))
  const entries = [...drafts.values()].filter(
    draft => draft.text.trim() !== '' && draft.sessionId === view.session.id,
  )
  const decided = entries.filter(({ callId }) => isMine(callId) && !waiting.has(callId))
  // What was approved may come back, as when its file has changed by then.
  const done = decided.filter(
    ({ callId }) => !calls.some(({ id, state }) => id === callId && state !== 'settled'),
  )
  const names = done.map(draftKey).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same drafts have the same names
  useEffect(() => done.forEach(dropDraft), [names])
  return entries
    .filter(draft => !decided.includes(draft) && !open.has(draftKey(draft)))
    .map(draft => <KeptDraft key={draftKey(draft)} draft={draft} isWaiting={waiting.has(draft.callId)} />)
}

function KeptDraft({ draft, isWaiting: canResume }: { draft: CallDraft; isWaiting: boolean }) {
  const t = useTranslations('call.drafts')
  const { form, callId } = draft
  const name = () => (
    <code className="font-mono text-small">
      <VisibleText isLine>{draft.call}</VisibleText>
    </code>
  )
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form
    <div
      role="group"
      aria-label={t(`name.${form}`)}
      className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-base border border-hairline bg-paper px-3 py-1.5"
    >
      <p className="min-w-0 flex-1 basis-60 wrap-anywhere">
        {t.rich(`${canResume ? 'waiting' : 'gone'}.${form}`, { tool: name })}
      </p>
      {canResume ? (
        <Button onClick={() => resume(callId, form)}>{t('resume')}</Button>
      ) : (
        <CopyCode>{draft.text}</CopyCode>
      )}
      <Button variant="quiet" onClick={() => dropDraft(draft)}>
        {t('discard')}
      </Button>
    </div>
  )
}

/** Makes the Call the current one, which is open, and opens its form: a person's own move. */
function resume(callId: string, form: CallDraft['form']): void {
  splitReads([callId])
  goToCall(callId)
  formRequest.set({ callId, form })
}

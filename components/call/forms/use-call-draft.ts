import { useEffect, useState } from 'react'
import {
  callDrafts,
  type DraftKind,
  draftKey,
  dropDraft,
  keepDraft,
  MOST_KEPT_CHARS,
  openForms,
} from '@/lib/client/decisions/call-drafts'
import { useObservable } from '@/lib/client/page/page-state'
import type { WaitingCall } from '@/lib/domain/call/call'

type Options = {
  call: WaitingCall
  form: DraftKind
  /** The tool of a replacement. */
  tool?: string | undefined
  /** The text that nobody has changed. */
  original: string
}

/** The text of a form about a Call, as it was left the last time: in this tab or another one, however it was left. */
export function useCallDraft({ call, form, tool, original }: Options) {
  const formKey = { callId: call.id, form }
  const key = draftKey(formKey)
  const stored = useObservable(callDrafts).get(key)
  const draft = stored?.tool === tool ? stored : undefined
  const [wasKept] = useState(draft !== undefined)
  const [digest, setDigest] = useState(call.digest)
  const [version, setVersion] = useState(0)
  const text = draft?.text ?? original
  const firstDigest = draft?.digest ?? digest
  // What is being written here is not offered beside it as well.
  useEffect(() => {
    openForms.set(new Set([...openForms.get(), key]))
    return () => openForms.set(new Set([...openForms.get()].filter(other => other !== key)))
  }, [key])
  const write = (next: string): void => {
    if (next !== original) {
      const subject = { ...formKey, sessionId: call.sessionId, digest: firstDigest, call: call.tool, tool }
      keepDraft({ ...subject, text: next, at: Date.now() })
      return
    }
    // Nothing is left of what was begun: what comes now is about the Call as it is.
    setDigest(call.digest)
    dropDraft(formKey)
  }
  return {
    text,
    write,
    discard: () => dropDraft(formKey),
    wasKept,
    hasDrifted: firstDigest !== call.digest,
    isStored: text.length <= MOST_KEPT_CHARS,
    /** Another where all of the text was put back at once. */
    version,
    startOver: () => {
      write(original)
      setVersion(version + 1)
    },
  }
}

import { type FocusEvent, type MouseEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { type AimedCall, pageAim } from '@/lib/client/decisions/key-aim'
import { isFocusLost, placeFocus, takePlaced } from './call-focus'

type Options = { calls: readonly AimedCall[]; current: string | undefined }

/**
 * Reports to the key aim where in a dock the focus is, and whether a person or the page moved it there. Whoever only comes
 * by a folded Call does not open it. `verdict`: the Call whose verdict has the focus, or had it last. If the focused card
 * goes and nobody here has decided about it, the dock itself takes the focus, or else the transcript: there no key does
 * anything.
 */
export function useDockFocus(panel: RefObject<HTMLElement | null>, { calls, current }: Options) {
  const [verdict, setVerdict] = useState<string | null>(null)
  const last = useRef<EventTarget | null>(null)
  const focused = useRef<Element | null>(null)

  useLayoutEffect(() => {
    const isGone = focused.current !== null && !focused.current.isConnected
    const target = panel.current ?? document.querySelector<HTMLElement>('[role="log"]')
    if (isGone && target && isFocusLost() && !pageAim.get().isLive) placeFocus(target)
    if (isGone) focused.current = null
  })

  const report = (target: EventTarget, by: 'person' | 'page', isPlaced = false): void => {
    const card = target instanceof Element ? target.closest<HTMLElement>('[data-call]') : null
    const isMeant = card?.dataset.open === 'true' || isPlaced
    pageAim.tell({ type: 'focused', by, calls, id: (isMeant && card?.dataset.call) || current || null })
  }
  return {
    verdict,
    onFocus: ({ target, relatedTarget }: FocusEvent): void => {
      const isPlaced = takePlaced(target)
      // A dialog that closes, by itself perhaps, gives the focus back to where it was.
      const isFromDialog = relatedTarget instanceof Element && relatedTarget.closest('dialog') !== null
      // The window has only come back to the front.
      if (target === last.current) return
      last.current = target
      focused.current = target.closest('[data-call]') && target
      setVerdict(target.closest<HTMLElement>('[data-verdict]')?.dataset.verdict ?? null)
      // What a press opens must not move away from under it: it is reported once it has ended.
      if (!target.matches(':active')) report(target, isPlaced || isFromDialog ? 'page' : 'person', isPlaced)
    },
    onBlur: ({ relatedTarget }: FocusEvent): void => {
      if (relatedTarget !== null || document.hasFocus()) last.current = null
      if (relatedTarget !== null) focused.current = null
    },
    onClickCapture: ({ target }: MouseEvent): void => report(target, 'person'),
  }
}

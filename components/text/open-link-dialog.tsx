'use client'

import { useEffect, useId, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { copyExactly } from './copy-exactly'
import { VisibleText } from './visible-text'

/** Shows the whole of an address before it is gone to, in a tab that knows nothing of this one. */
export function OpenLinkDialog({ address, onClose }: { address: string; onClose: () => void }) {
  const t = useTranslations('text.openLinkDialog')
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()
  useEffect(() => dialog.current?.showModal(), [])
  const open = (): void => {
    window.open(address, '_blank', 'noopener,noreferrer')
    dialog.current?.close()
  }
  return (
    <dialog ref={dialog} aria-labelledby={heading} className="sheet-dialog" onClose={onClose}>
      <div className="flex flex-col gap-4">
        <h2 id={heading} className="font-semibold text-title">
          {t('heading')}
        </h2>
        <p className="code paper-block px-2.5 py-1" onCopy={copyExactly}>
          <VisibleText isLine>{address}</VisibleText>
        </p>
        <p className="text-quiet text-small">{t('what')}</p>
        <div className="flex gap-2">
          <Button look="main" onClick={open}>
            {t('open')}
          </Button>
          <Button onClick={() => dialog.current?.close()}>{t('cancel')}</Button>
        </div>
      </div>
    </dialog>
  )
}

import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { CODE, PAPER_TEXT } from '@/components/ui/looks'
import { SheetDialog } from '@/components/ui/sheet-dialog'
import { copyExactly, VisibleText } from './visible-text'

/** Shows the whole address before it opens in a tab that knows nothing of this one. */
export function OpenLinkDialog({ address, onClose }: { address: string; onClose: () => void }) {
  const t = useTranslations('text.openLinkDialog')
  const open = (): void => {
    window.open(address, '_blank', 'noopener,noreferrer')
    onClose()
  }
  return (
    <SheetDialog label={t('heading')} onClose={onClose}>
      <div className="flex flex-col gap-4">
        <h2 className="font-semibold text-title">{t('heading')}</h2>
        <p className={`${CODE} ${PAPER_TEXT}`} onCopy={copyExactly}>
          <VisibleText isLine>{address}</VisibleText>
        </p>
        <p className="text-quiet text-small">{t('what')}</p>
        <div className="flex gap-2">
          <Button variant="main" onClick={open}>
            {t('open')}
          </Button>
          <Button onClick={onClose}>{t('cancel')}</Button>
        </div>
      </div>
    </SheetDialog>
  )
}

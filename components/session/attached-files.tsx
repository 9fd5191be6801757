import { useTranslations } from 'use-intl'
import { Pictures } from '@/components/text/pictures'
import { VisibleText } from '@/components/text/visible-text'
import { isPictureFile } from '@/lib/domain/run/attachment'
import type { MessageFile } from '@/lib/domain/run/message'

/** A picture of a result has no name. */
type ShownFile = Omit<MessageFile, 'name'> & { name?: string }

const CHIP = 'flex max-w-full items-baseline gap-2 rounded-base border border-hairline bg-paper px-2 py-0.5'

/** What came with a message or a result: pictures as such, others by their names. */
export function AttachedFiles({ sessionId, files }: { sessionId: string; files: ShownFile[] }) {
  const t = useTranslations('session.attachedFiles')
  const pictures = files.filter(isPictureFile)
  const texts = files.filter(file => !isPictureFile(file))
  return (
    <>
      {pictures.length > 0 && <Pictures sessionId={sessionId} pictures={pictures} />}
      {texts.length > 0 && (
        <ul aria-label={t('list')} className="mt-1.5 flex flex-wrap gap-2 text-small">
          {texts.map(({ name, bytes }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they never change their places, and one may come twice
            <li key={at} className={CHIP}>
              <span className="min-w-0 wrap-anywhere">
                <VisibleText isLine>{name ?? ''}</VisibleText>
              </span>
              <span className="flex-none text-quiet tabular-nums">
                {t('size', { kilobytes: Math.ceil(bytes / 1024) })}
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

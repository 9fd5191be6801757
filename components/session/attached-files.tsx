import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { VisibleText } from '@/components/text/visible-text'
import { Button } from '@/components/ui/button'
import { SheetDialog } from '@/components/ui/sheet-dialog'
import type { Picture } from '@/lib/domain/call/picture'
import { isPictureFile } from '@/lib/domain/run/attachment'
import type { MessageFile } from '@/lib/domain/run/message'
import { withVisibleEscapes } from '@/lib/text/hidden-characters'

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

/** A picture of a session. `name`: of the file that it came in, where it was a file. */
type ShownPicture = Pick<Picture, 'hash' | 'width' | 'height'> & { name?: string | undefined }

/** Pictures of a message or a result, small. Each opens as large as the window takes it. */
function Pictures({ sessionId, pictures }: { sessionId: string; pictures: ShownPicture[] }) {
  const t = useTranslations('text.pictures')
  const [open, setOpen] = useState<ShownPicture | null>(null)
  const wordsFor = ({ name = '', width, height }: ShownPicture): string =>
    t('name', { name: withVisibleEscapes(name), width, height })
  return (
    <>
      <ul aria-label={t('list')} className="mt-1.5 flex flex-wrap gap-2">
        {pictures.map((picture, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they never change their places, and one may come twice
          <li key={at}>
            <button
              type="button"
              aria-label={t('open', { picture: wordsFor(picture) })}
              onClick={() => setOpen(picture)}
              className="block cursor-zoom-in rounded-base border border-hairline bg-paper p-0.5"
            >
              <PictureImage sessionId={sessionId} picture={small(picture)} alt={wordsFor(picture)} />
            </button>
          </li>
        ))}
      </ul>
      {open && (
        <SheetDialog label={wordsFor(open)} variant="picture" onClose={() => setOpen(null)}>
          <PictureImage
            sessionId={sessionId}
            picture={open}
            alt={wordsFor(open)}
            className="max-h-[calc(100dvh-96px)] w-auto object-contain"
          />
          <Button variant="quiet" onClick={() => setOpen(null)}>
            {t('close')}
          </Button>
        </SheetDialog>
      )}
    </>
  )
}

const SMALL_HEIGHT = 160

/** Its size is in its attributes, by which it takes its room before it is there: nothing moves when it comes. */
function small({ width, height, ...picture }: ShownPicture): ShownPicture {
  const scale = Math.min(1, SMALL_HEIGHT / height)
  return { ...picture, width: Math.ceil(width * scale), height: Math.ceil(height * scale) }
}

type ShownProps = { sessionId: string; picture: ShownPicture; alt: string; className?: string }

const PictureImage = ({ sessionId, picture: { hash, width, height }, alt, className = '' }: ShownProps) => (
  // biome-ignore lint/performance/noImgElement: Next would make no other of it, since pictures are kept small
  <img
    src={`/api/sessions/${sessionId}/contents/${hash}`}
    alt={alt}
    width={width}
    height={height}
    loading="lazy"
    className={`max-w-full ${className}`}
  />
)

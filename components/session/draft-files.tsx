import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { VisibleText } from '@/components/text/visible-text'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { PAPER_TEXT } from '@/components/ui/looks'
import {
  bytesIn,
  type FileDraft,
  type FileRefusal,
  isPictureType,
  refusalBeforeReading,
  refusalsByReason,
  withFiles,
} from '@/lib/client/text/file-draft'
import { MOST_ATTACHMENTS } from '@/lib/domain/run/attachment'
import type { Attachment } from '@/lib/domain/run/message'
import { withVisibleEscapes } from '@/lib/text/hidden-characters'

/** Changes the draft as it is by then. */
export type ChangeDraft = (change: (draft: FileDraft) => FileDraft) => void

/** Files are read one after the other, so that they stand as they came. */
let reading: Promise<void> = Promise.resolve()

/** Reads what has come to the draft, and adds it to its files. What has been read by then is not read again. */
export function readIncoming(change: ChangeDraft): void {
  reading = reading.then(async () => {
    const added: File[] = []
    change(draft => {
      added.push(...draft.incoming)
      return draft
    })
    if (added.length === 0) return
    const files: (Attachment | FileRefusal)[] = []
    for (const file of added) {
      const isFull = files.filter(read => 'data' in read).length >= MOST_ATTACHMENTS
      files.push(isFull ? { name: nameOf(file), reason: 'tooMany' } : await readAttachment(file))
    }
    change(draft => ({
      ...withFiles(draft, files),
      incoming: draft.incoming.filter(file => !added.includes(file)),
    }))
  })
}

const nameOf = (file: File): string => file.name.slice(0, 255) || 'file'

export async function readAttachment(file: File): Promise<Attachment | FileRefusal> {
  const name = nameOf(file)
  const reason = refusalBeforeReading(file)
  if (reason) return { name, reason }
  try {
    return { name, mediaType: file.type.slice(0, 200), data: await base64Of(file) }
  } catch {
    // It was moved or changed since it was chosen, or it is a folder; which of them, browsers do not say.
    return { name, reason: 'unreadable' }
  }
}

function base64Of(file: File): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const reader = new FileReader()
  reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
  reader.onerror = () => reject(reader.error)
  reader.readAsDataURL(file)
  return promise
}

/** Of more files than that, it is said how many there are. */
const MOST_NAMED = 5

/** They stay until the message is sent. */
export function DraftFiles({ draft, onChange }: { draft: FileDraft; onChange: ChangeDraft }) {
  const t = useTranslations('session.draftFiles')
  const { files, refusals, omissions } = draft
  const someOf = (names: string[]): string =>
    names.length > MOST_NAMED
      ? t('some', { names: names.slice(0, MOST_NAMED).join(', '), count: names.length - MOST_NAMED })
      : names.join(', ')
  const remove = (file: Attachment): void =>
    onChange(present => ({
      ...present,
      files: present.files.filter(other => other !== file),
      refusals: [],
      omissions: [],
    }))
  return (
    <>
      {refusals.length > 0 && (
        <Alert>
          {refusalsByReason(refusals).map(([reason, names]) => (
            <span key={reason} className="block">
              <VisibleText isLine>{t(reason, { names: someOf(names) })}</VisibleText>
            </span>
          ))}
        </Alert>
      )}
      {omissions.length > 0 && (
        <div role="status" className={`${PAPER_TEXT} text-small`}>
          {omissions.map(omission => (
            <p key={omission} className="wrap-anywhere">
              <VisibleText>{omission}</VisibleText>
            </p>
          ))}
        </div>
      )}
      {files.length > 0 && (
        <>
          <ul
            aria-label={t('list')}
            className="flex max-h-[30dvh] flex-wrap gap-2 overflow-y-auto text-small"
          >
            {files.map((file, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same file may be there twice
              <DraftFile key={at} file={file} onRemove={() => remove(file)} />
            ))}
          </ul>
          <p className="text-quiet text-small">{t('kept')}</p>
        </>
      )}
    </>
  )
}

const CHIP =
  'flex min-h-9 max-w-full items-center gap-2 rounded-base border border-hairline bg-paper px-2 touch:min-h-11'

function DraftFile({ file, onRemove }: { file: Attachment; onRemove: () => void }) {
  const t = useTranslations('session.draftFiles')
  return (
    <li className={CHIP}>
      {isPictureType(file.mediaType) && <Thumbnail file={file} />}
      <span className="min-w-0 wrap-anywhere py-0.5">
        <VisibleText isLine>{file.name}</VisibleText>
      </span>
      <span className="flex-none text-quiet tabular-nums">
        {t('size', { kilobytes: Math.ceil(bytesIn(file) / 1024) })}
      </span>
      <Button
        variant="quiet"
        className="flex-none"
        aria-label={t('remove', { name: withVisibleEscapes(file.name) })}
        onClick={onRemove}
      >
        <span aria-hidden="true">×</span>
      </Button>
    </li>
  )
}

/** Of its own address, since the page takes no pictures from texts. One that is broken shows nothing. */
function Thumbnail({ file: { data, mediaType } }: { file: Attachment }) {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    const bytes = Uint8Array.from(atob(data), sign => sign.charCodeAt(0))
    const address = URL.createObjectURL(new Blob([bytes], { type: mediaType }))
    setUrl(address)
    return () => URL.revokeObjectURL(address)
  }, [data, mediaType])
  return (
    url && (
      // biome-ignore lint/performance/noImgElement: it is on no server yet
      <img src={url} alt="" className="size-7 flex-none object-contain" onError={() => setUrl(null)} />
    )
  )
}

'use client'

import { useTranslations } from 'use-intl'
import { VisibleText } from '@/components/text/visible-text'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { MOST_ATTACHED_BYTES, MOST_ATTACHMENTS } from '@/lib/domain/run/attachment'
import type { Attachment } from '@/lib/domain/run/message'
import { withVisibleEscapes } from '@/lib/text/hidden-characters'

/** Files that go with the message that is being written, and why another one does not. */
export type FileDraft = { files: Attachment[]; refusal: 'tooMany' | 'tooLarge' | 'unreadable' | null }

/** Adds files to the draft: all of them, or none. */
export async function withFiles({ files }: FileDraft, added: readonly File[]): Promise<FileDraft> {
  if (files.length + added.length > MOST_ATTACHMENTS) return { files, refusal: 'tooMany' }
  const bytes = files.reduce((sum, { data }) => sum + bytesIn(data), 0)
  if (added.reduce((sum, { size }) => sum + size, bytes) > MOST_ATTACHED_BYTES)
    return { files, refusal: 'tooLarge' }
  try {
    return { files: [...files, ...(await Promise.all(added.map(read)))], refusal: null }
  } catch {
    // It was moved or changed since it was chosen, or it is a folder; which of them, browsers do not say.
    return { files, refusal: 'unreadable' }
  }
}

/** Of a text in base64. */
const bytesIn = (data: string): number => Math.floor((data.length * 3) / 4)

async function read(file: File): Promise<Attachment> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const reader = new FileReader()
  reader.onload = () => resolve(String(reader.result))
  reader.onerror = () => reject(reader.error)
  reader.readAsDataURL(file)
  const data = (await promise).replace(/^[^,]*,/, '')
  return { name: file.name.slice(0, 255) || 'file', mediaType: file.type.slice(0, 200), data }
}

type Props = { draft: FileDraft; onChange: (draft: FileDraft) => void }

/** They stay until the message is sent. */
export function DraftFiles({ draft: { files, refusal }, onChange }: Props) {
  const t = useTranslations('session.draftFiles')
  return (
    <>
      {refusal && <Alert>{t(refusal)}</Alert>}
      {files.length > 0 && (
        <ul aria-label={t('list')} className="flex flex-wrap gap-2 text-small">
          {files.map((file, at) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: the same file may be there twice
              key={at}
              className="flex max-w-full items-center gap-2 rounded-base border border-hairline bg-paper ps-2"
            >
              <span className="min-w-0 wrap-anywhere">
                <VisibleText isLine>{file.name}</VisibleText>
              </span>
              <Button
                look="quiet"
                aria-label={t('remove', { name: withVisibleEscapes(file.name) })}
                onClick={() => onChange({ files: files.filter(other => other !== file), refusal: null })}
              >
                ×
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

'use client'

import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { type PreviewKind, previewKind } from '@/lib/client/text/file-preview'

type PreviewProps = { kind: PreviewKind; path: string; text: string }

const FilePreview = lazy(
  async (): Promise<{ default: ComponentType<PreviewProps> }> =>
    import('./file-preview').then(
      ({ FilePreview }) => ({ default: FilePreview }),
      () => ({ default: Absent }),
    ),
)

const Absent = () => <p className="px-2.5 py-1">{useTranslations('text.filePreview')('absent')}</p>

type Props = {
  /** Of the file: how it ends says what it can be shown as. */
  path: string | undefined
  /** The file; undefined where there is none, or where it is not known. */
  text: string | undefined
  /** What else there is to press. */
  tools?: ReactNode
  /** The text, as it is shown. */
  children: ReactNode
}

/**
 * The text of a file, and on demand what it may look like elsewhere. While that is shown nothing of the text counts as
 * read, since it is not there.
 */
export function TextOrPreview({ path = '', text, tools, children }: Props) {
  const [isPreview, setPreview] = useState(false)
  const kind = text === undefined ? null : previewKind(path)
  if (text === undefined || kind === null) {
    return (
      <>
        {tools && <div className={`${BAR} justify-end`}>{tools}</div>}
        {children}
      </>
    )
  }
  return (
    <>
      <div className={`${BAR} justify-between`}>
        <ViewChoice isPreview={isPreview} setPreview={setPreview} />
        {!isPreview && tools}
      </div>
      <div hidden={isPreview}>{children}</div>
      {isPreview && (
        <div data-fold="absent">
          <Suspense fallback={<p className="h-40" />}>
            <FilePreview kind={kind} path={path} text={text} />
          </Suspense>
        </div>
      )}
    </>
  )
}

const BAR = 'flex flex-wrap items-center gap-x-3 border-hairline border-b px-2.5 print:hidden'

const CHOICE = 'aria-pressed:font-semibold aria-pressed:text-ink aria-pressed:no-underline'

type ChoiceProps = { isPreview: boolean; setPreview: (isPreview: boolean) => void }

function ViewChoice({ isPreview, setPreview }: ChoiceProps) {
  const t = useTranslations('text.filePreview')
  const views = [
    ['text', false],
    ['preview', true],
  ] as const
  return (
    <div className="flex gap-x-3">
      {views.map(([name, isIt]) => (
        <Button
          key={name}
          look="quiet"
          className={CHOICE}
          aria-pressed={isPreview === isIt}
          onClick={() => setPreview(isIt)}
        >
          {t(name)}
        </Button>
      ))}
    </div>
  )
}

import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { ServerText } from '@/components/text/server-words'
import { CodeName } from '@/components/text/visible-text'
import { NeedsYou } from '@/components/ui/alert'
import type { Preview } from '@/lib/domain/call/preview'

const PANE =
  'roomy:alone:fixed roomy:alone:inset-y-0 roomy:alone:right-0 roomy:alone:m-0 roomy:alone:max-h-none roomy:alone:w-[min(40vw,45rem)] roomy:alone:max-w-none roomy:alone:rounded-none roomy:alone:border-y-0 roomy:alone:border-r-0 roomy:alone:shadow-none'

const SHEET = 'flex max-w-200 flex-col rounded-base border border-hairline bg-surface'

/**
 * On a wide screen the dock is a pane at the right. In a low window all of it scrolls, and the transcript gets the rest.
 * With even less room, as with an on-screen keyboard or at high zoom, the dock is the page. A paper is as long as its content, and on a desk not longer than that.
 */
export const DOCK_PLACES = {
  dock: {
    sheet: `${SHEET} mx-auto mb-2 max-h-3/4 min-h-0 w-[calc(100%-16px)] shadow-dock ${PANE} low:max-h-none low:overflow-y-auto cramped:flex-none cramped:overflow-clip`,
    list: 'min-h-24 overflow-y-auto low:min-h-0 low:flex-none low:overflow-clip',
  },
  paper: {
    sheet: `${SHEET} mx-auto w-full shadow-dock desk:max-h-full`,
    list: 'min-h-0 overflow-clip desk:overflow-y-auto',
  },
}

type TopProps = { count: number; isOff?: boolean; children?: ReactNode }

/** How many Calls wait. `children`: what is said beside it. */
export function DockTop({ count, isOff = false, children }: TopProps) {
  const t = useTranslations('call.pendingCalls')
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 px-4 pt-2.5 pb-2">
      <h2 className="font-semibold">
        {count > 0 && <NeedsYou />}
        {count > 0 ? t('waiting', { count }) : t('none')}
      </h2>
      {children}
      {isOff && count > 0 && <p className="text-[0.8125rem]/6 text-quiet touch:hidden">{t('keysOff')}</p>}
    </div>
  )
}

type LineProps = {
  tool: string
  preview?: Pick<Preview, 'codedText' | 'summary'> | undefined
  className?: string
}

/** A Call in a line: its tool, and what it does. */
export const ToolLine = ({ tool, preview, className = 'wrap-anywhere' }: LineProps) => (
  <p className={className}>
    <CodeName className="mr-3 font-semibold text-small">{tool}</CodeName>{' '}
    <ServerText codedText={preview?.codedText} english={preview?.summary ?? ''} />
  </p>
)

import { useTranslations } from 'use-intl'
import { lazyPart } from '@/components/page/lazy-part'
import { MenuButton } from '@/components/shell/sidebar'
import { VisibleText } from '@/components/text/visible-text'
import { Button } from '@/components/ui/button'
import { BOX, COLUMN, FOOT, FRAME, LOG, PAGE_HEAD, ROW, ROWS } from '@/components/ui/looks'
import type { Session } from '@/lib/domain/session/session'

const ForkOrigin = lazyPart(async () => (await import('./fork-origin')).ForkOrigin)

/** Stands for a line of text, as tall as its letters. */
const LINE = 'my-1.25 block max-w-full rounded-small bg-hover'

/** The lengths of the lines of some messages, in characters. */
const MESSAGES = [[34], [58, 61, 40], [46], [60, 52]]

/** A session that is loading, laid out as it will be. */
export function SessionSkeleton({ session }: { session: Session }) {
  const t = useTranslations()
  return (
    <>
      <header className={PAGE_HEAD}>
        <MenuButton />
        <SessionTitle session={session} />
        <Button className="ml-auto" off>
          {t('inspector.inspector.name')}
        </Button>
      </header>
      <div aria-busy="true" className={FRAME}>
        <p className="sr-only">{t('session.skeleton.opening')}</p>
        <div aria-hidden="true" data-live="" className={LOG}>
          <div className={`${COLUMN} ${ROWS}`}>
            {MESSAGES.map(([first = 0, ...more]) => (
              <div key={first} className={`${ROW} py-2.5`}>
                <span className={`${LINE} h-2.5 w-[5ch]`} />
                {[first, ...more].map(chars => (
                  <span key={chars} className={`${LINE} h-3.5`} style={{ inlineSize: `${chars}ch` }} />
                ))}
              </div>
            ))}
          </div>
        </div>
      </div>
      <div className={FOOT}>
        <div aria-hidden="true" className={`${BOX} h-19.5 touch:h-25`} />
      </div>
    </>
  )
}

type TitleProps = { session: Session; onRename?: (() => void) | undefined }

/** The title of a session, which is pressed to change it where somebody may, and what it branched off from. */
export const SessionTitle = ({ session, onRename }: TitleProps) => (
  <div className="min-w-0">
    <h1 className="truncate font-semibold text-title">
      {onRename ? (
        <button type="button" className={TITLE} onClick={onRename}>
          <VisibleText isLine>{session.title}</VisibleText>
        </button>
      ) : (
        <VisibleText isLine>{session.title}</VisibleText>
      )}
    </h1>
    {session.parent && (
      <p className="text-quiet text-small low:max-phone:hidden">
        <ForkOrigin id={session.id} parent={session.parent} />
      </p>
    )}
  </div>
)

const TITLE = 'block max-w-full touch:min-h-11 cursor-text truncate rounded-small hover:bg-hover'

import { pageFor, titled } from '@/app/visitor'
import { EmptySession } from '@/components/session/empty-session'

export const generateMetadata = titled(messages => messages.session.newSession.title)

/** A session that is not there before something is sent. */
export default pageFor(async pages => <EmptySession defaults={await pages.newSession()} />)

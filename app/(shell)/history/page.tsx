import { pageFor, titled } from '@/app/visitor'
import { HistoryView } from '@/components/history/history'

export const generateMetadata = titled(messages => messages.history.history.title)

export default pageFor(pages => <HistoryView tools={pages.toolNames()} />)

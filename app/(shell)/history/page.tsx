import { pageFor, titled } from '@/app/visitor'
import { HistoryView } from '@/components/history/history'

export const generateMetadata = titled(messages => messages.history.history.title)

export default async function HistoryPage() {
  return pageFor(({ deps }) => <HistoryView tools={deps.tools.list().map(({ name }) => name)} />)
}

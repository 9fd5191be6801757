import { pageFor, titled } from '@/app/visitor'
import { UsageView } from '@/components/usage/usage'

export const generateMetadata = titled(messages => messages.usage.page.title)

export default pageFor(() => <UsageView />)

import { pageFor, titled } from '@/app/visitor'
import { PolicyView } from '@/components/policy/policy'

export const generateMetadata = titled(messages => messages.policy.page.title)

export default pageFor(() => <PolicyView />)

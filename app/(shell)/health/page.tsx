import { pageFor, titled } from '@/app/visitor'
import { HealthView } from '@/components/health/health'

export const generateMetadata = titled(messages => messages.health.page.title)

export default pageFor(() => <HealthView />)

import { pageFor, titled } from '@/app/visitor'
import { Schedules } from '@/components/schedules/schedules'

export const generateMetadata = titled(messages => messages.schedules.page.title)

export default pageFor(() => <Schedules />)

import { pageFor, titled } from '@/app/visitor'
import { Hooks } from '@/components/hooks/hooks'

export const generateMetadata = titled(messages => messages.hooks.page.title)

export default pageFor(() => <Hooks />)

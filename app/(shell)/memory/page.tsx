import { pageFor, titled } from '@/app/visitor'
import { Memories } from '@/components/memory/memories'

export const generateMetadata = titled(messages => messages.memory.memories.title)

export default pageFor(() => <Memories />)

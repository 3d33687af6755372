import { useQuery } from '@tanstack/react-query'
import type { InstagramAdminConfig } from '../../../services/channels/instagram/schema.ts'
import { read } from '../ui/data.ts'

/** The installation's app at Instagram, for staff. */
export const useAdminConfig = () =>
  useQuery(read<InstagramAdminConfig>('/api/instagram/admin/config', ['instagram-admin']))

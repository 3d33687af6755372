import simpleRestProvider from 'ra-data-simple-rest'
import type { DataProvider } from 'react-admin'
import { ask } from '../../shell/dataProvider.ts'

/** Lists and reads records of the staff's part of the API. */
export const dataProvider: DataProvider = { ...simpleRestProvider('/api/admin', ask), supportAbortSignal: true }

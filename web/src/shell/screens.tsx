import type { ComponentType, ReactNode } from 'react'
import { CustomRoutes, Resource } from 'react-admin'
import { Route } from 'react-router-dom'
import type { Permission } from '../../../services/account/auth/rules.ts'
import { AccessDenied } from './AccessDenied.tsx'
import { usePermitted } from './access.ts'
import type { Feature } from './features.ts'

type Needs = Permission | readonly Permission[]

const Allowed = ({ to, children }: { to: Needs; children: ReactNode }) =>
  [to].flat().some(usePermitted()) ? children : <AccessDenied />

const behind = (needs: Needs | undefined, Page: ComponentType): ComponentType =>
  needs
    ? () => (
        <Allowed to={needs}>
          <Page />
        </Allowed>
      )
    : Page

/**
 * The pages of an area's features, as react-admin takes them. Created once: a new component type would remount the page
 * and lose its state.
 */
export function screensOf(features: readonly Feature[]): ReactNode[] {
  const pages = features.flatMap(({ pages = [] }) => pages)
  const resources = features.flatMap(({ resources = [] }) => resources)
  return [
    <CustomRoutes key="pages">
      {pages.map(({ path, Page, needs }) => {
        const Behind = behind(needs, Page)
        return <Route key={path} path={path} element={<Behind />} />
      })}
    </CustomRoutes>,
    ...resources.map(({ name, list, edit, needs, recordRepresentation }) => (
      <Resource
        key={name}
        name={name}
        list={behind(needs, list)}
        edit={edit && behind(needs, edit)}
        recordRepresentation={recordRepresentation}
      />
    ))
  ]
}

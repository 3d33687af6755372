import styles from './frame.module.css'

/** What the provider announces on every page, such as a maintenance. */
export const Announcement = ({ text }: { text: string }) => (
  <p className={styles.announcement} role="status">
    {text}
  </p>
)

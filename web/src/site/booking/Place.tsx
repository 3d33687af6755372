/** Where it takes place; an address of a page, as that of a call, is a link. */
export const Place = ({ place }: { place: string }) =>
  /^https:\/\/\S+$/.test(place) ? (
    <a href={place} target="_blank" rel="noopener noreferrer">
      {place}
    </a>
  ) : (
    place
  )

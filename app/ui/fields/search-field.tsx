import './search-field.css';
import { searchOutline } from 'ionicons/icons';
import type { ComponentProps } from 'react';
import { Icon } from '../icon.tsx';
import { TextField } from './field.tsx';

/** A field for the search text of a list. The placeholder explains it to the eye, the label to a screen reader. */
export function SearchField(field: ComponentProps<typeof TextField>) {
  return (
    <div className="search-field">
      <Icon src={searchOutline} size={20} />
      <TextField
        type="search"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        hiddenLabel
        {...field}
      />
    </div>
  );
}

import { describeAutocomplete } from '../../conformance/autocomplete.ts';
import { googleSuggest } from './subject.fixture.ts';

describeAutocomplete(googleSuggest);
